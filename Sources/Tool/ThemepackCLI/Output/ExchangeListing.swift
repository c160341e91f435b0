import ArgumentParser
import ThemeExchange
import ThemeProject

/// The table at the end of an import or an export.
struct ExchangeListing {
    let items: [ExchangeItem]
    /// The files that were written, or would be.
    let files: [String]
    let isWritten: Bool

    /// Prints the table. Ends the command with 1 if something is broken.
    func deliver(as format: AnswerFormat) throws {
        Console.print(format == .json ? json : text)
        if items.contains(where: \.hasDefect) { throw ExitCode(1) }
    }

    var text: String {
        var rows = [["", "found"] + ExchangeItem.Outcome.allCases.map(\.rawValue)]
        for row in ExchangeSummary(of: items).rows {
            rows.append([row.kind, String(row.total)] + row.counts.map(String.init))
        }
        var text = Table.aligned(rows, numbers: [1, 2, 3, 4, 5])
        text += section("problems, not taken", .notTaken, hasDefect: true)
        text += section("problems, taken in part", .inPart, hasDefect: true)
        text += section("not taken", .notTaken) + section("taken in part", .inPart) + section("changed", .changed)
        let count = files.count.counting("file")
        return text + "\n\(isWritten ? "\(count) written" : "\(count) would be written")\n"
    }

    private static let notesMax = 5

    /// Items with equal notes share a line, which names three of them. JSON lists each item, and all its notes.
    private func section(_ title: String, _ outcome: ExchangeItem.Outcome, hasDefect: Bool = false) -> String {
        var reasons: [String] = []
        var names: [String: [String]] = [:]
        for item in items where item.outcome == outcome && item.hasDefect == hasDefect {
            var texts = item.notes.prefix(Self.notesMax).map { Console.printable(item.words(of: $0)) }
            if item.notes.count > Self.notesMax { texts.append("and \(item.notes.count - Self.notesMax) more") }
            let notes = texts.joined(separator: "; ")
            if names[notes] == nil { reasons.append(notes) }
            let newName = item.newName.map { " -> \($0)" } ?? ""
            let place = hasDefect && !item.path.isEmpty ? " (\(Console.printable(Console.relative(item.path))))" : ""
            names[notes, default: []].append("\(item.kind) \(Console.printable(item.name + newName))\(place)")
        }
        guard !reasons.isEmpty else { return "" }
        let lines = reasons.map { reason in
            let names = names[reason] ?? []
            let rest = names.count > 3 ? ", and \(names.count - 3) more" : ""
            return "  \(names.prefix(3).joined(separator: ", "))\(rest): \(reason)\n"
        }
        return "\n\(title):\n" + lines.joined()
    }

    var json: String {
        let rows = ExchangeSummary(of: items).rows.map { row in
            let counts = zip(ExchangeItem.Outcome.allCases.map(\.rawValue), row.counts.map(\.json))
            let members: [String: SettingValue] = ["kind": row.kind.json, "found": row.total.json]
            return SettingValue.object(members.merging(counts) { $1 })
        }
        return Console.json(
            SettingValue.members([
                "schemaVersion": 1, "written": isWritten, "files": files.map(Console.relative), "summary": rows,
                "items": items.map(Self.json),
            ]))
    }

    private static func json(_ item: ExchangeItem) -> SettingValue {
        .members([
            "kind": item.kind, "name": item.name, "newName": item.newName, "path": item.path,
            "outcome": item.outcome.rawValue,
            "notes": item.notes.map { SettingValue.members(["kind": $0.kind.rawValue, "text": $0.text]) },
        ])
    }
}
