import ThemeExchange
import ThemeModel

/// The table at the end of an import or an export.
struct ExchangeListing {
    let items: [ExchangeItem]
    /// The files that were written, or would be.
    let files: [String]
    let isWritten: Bool

    var hasDefects: Bool { items.contains { $0.notes.contains(where: \.isDefect) } }

    var text: String {
        var rows = [["", "found"] + ExchangeItem.Outcome.allCases.map(\.rawValue)]
        for row in ExchangeSummary(of: items).rows {
            rows.append([row.kind, String(row.total)] + row.counts.map(String.init))
        }
        var text = Table.aligned(rows, numbers: [1, 2, 3, 4, 5])
        text += section("not taken", items.filter { $0.outcome == .notTaken })
        text += section("taken in part", items.filter { $0.outcome == .inPart })
        text += changes
        let count = files.count == 1 ? "1 file" : "\(files.count) files"
        return text + "\n\(isWritten ? "\(count) written" : "\(count) would be written")\n"
    }

    private func section(_ title: String, _ items: [ExchangeItem]) -> String {
        guard !items.isEmpty else { return "" }
        return "\n\(title):\n"
            + items.map { item in
                let notes = item.notes.map { Console.printable($0.text) }
                let name = "\(item.kind) \(Console.printable(item.name))"
                return "  \(name): \(notes.isEmpty ? "it is empty" : notes.joined(separator: "; "))\n"
            }.joined()
    }

    /// Items that were changed in the same way share a line. JSON lists each.
    private var changes: String {
        var names: [String: [String]] = [:]
        for item in items where item.outcome == .changed {
            let text = item.notes.map { Console.printable($0.text) }.joined(separator: "; ")
            names[text, default: []].append("\(item.kind) \(Console.printable(item.name))")
        }
        guard !names.isEmpty else { return "" }
        return "\nchanged:\n"
            + names.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }.map { text, names in
                let rest = names.count > 3 ? ", and \(names.count - 3) more" : ""
                return "  \(text): \(names.prefix(3).joined(separator: ", "))\(rest)\n"
            }.joined()
    }

    var json: String {
        let rows = ExchangeSummary(of: items).rows.map { row in
            var members: [String: SettingValue] = ["kind": .string(row.kind), "found": .number(Double(row.total))]
            for (outcome, count) in zip(ExchangeItem.Outcome.allCases, row.counts) {
                members[outcome.rawValue] = .number(Double(count))
            }
            return SettingValue.object(members)
        }
        return Console.json(
            .object([
                "schemaVersion": .number(1), "written": .boolean(isWritten),
                "files": .list(files.map { .string(Console.relative($0)) }), "summary": .list(rows),
                "items": .list(items.map(Self.json)),
            ]))
    }

    private static func json(_ item: ExchangeItem) -> SettingValue {
        .object([
            "kind": .string(item.kind), "name": .string(item.name), "path": .string(item.path),
            "outcome": .string(item.outcome.rawValue),
            "notes": .list(
                item.notes.map { .object(["kind": .string($0.kind), "text": .string($0.text)]) }),
        ])
    }
}
