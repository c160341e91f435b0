import ThemeProject
import ThemeReview

/// Writes differences for a terminal: a line for each change.
enum DiffText {
    /// The most lines of a section.
    private static let shownMax = 1000
    /// Longer names move their words to the right.
    private static let nameWidthMax = 40

    static func text(of comparison: Comparison, style: TextStyle) -> String {
        comparison.themes.map { text(of: $0, style) }.joined(separator: "\n")
    }

    private static func text(of difference: ThemeDifference, _ style: TextStyle) -> String {
        guard !difference.isEmpty else { return "" }
        let old = difference.old
        let new = difference.new
        let versions = difference.versions.map { old, new in
            " \(old)" + (old == new ? ", version unchanged" : " -> \(new)")
        }
        let labels = "\(Console.printable(old.label)) -> \(Console.printable(new.label))"
        return style.bold("\(new.title)\(versions ?? "")") + "  (\(labels))\n"
            + difference.sections.map { text(of: $0, style) }.joined()
    }

    private static func text(of section: ThemeDifference.Section, _ style: TextStyle) -> String {
        let changes = section.changes.prefix(shownMax)
        let names = changes.map { Console.printable($0.name) }
        let width = names.map(\.count).filter { $0 <= nameWidthMax }.max() ?? 0
        var text = "\n\(section.title)\n"
        for (change, name) in zip(changes, names) {
            let padding = String(repeating: " ", count: max(0, width - name.count))
            let breaking = change.isBreaking ? "  " + style.red("[breaking]") : ""
            text += "  \(mark(change, style)) \(name)\(padding)  \(Console.printable(change.words))\(breaking)\n"
        }
        if section.changes.count > changes.count {
            text += "  and \(section.changes.count - changes.count) more: --format json lists all of them\n"
        }
        return text
    }

    private static func mark(_ change: any VersionChange, _ style: TextStyle) -> String {
        let mark = String(change.mark)
        return switch change.mark {
        case "-": style.red(mark)
        case "+": style.cyan(mark)
        case "=": mark
        default: style.yellow(mark)
        }
    }
}

extension ThemeDifference {
    typealias Section = (title: String, changes: [any VersionChange])

    /// The changes of each kind that has any. Breaking changes are first, then images by what is seen.
    var sections: [Section] {
        let kinds: [Section] = [
            ("theme", properties), ("settings", settings), ("images", imagesBySight), ("resources", resources),
        ]
        return kinds.filter { !$0.changes.isEmpty }.map { title, changes in
            (title, changes.filter { $0.isBreaking } + changes.filter { !$0.isBreaking })
        }
    }
}

extension Comparison {
    func count(_ kinds: ImageChange.Kind...) -> Int { sum { $0.images.count { kinds.contains($0.kind) } } }

    /// The version that semantic versioning asks for; `nil` if nothing has changed, and for a project.
    var nextVersion: SemanticVersion? { isOfProject ? nil : themes.first?.nextVersion }

    private var changes: String {
        let changes = changeCount.counting("change")
        return isOfProject ? "\(changes) in \(themes.count) of \(themeCount.counting("theme"))" : changes
    }

    /// For example `2 of 9 changes break an app. The next version is 2.0.0.`
    var sentence: String {
        guard !isEmpty else { return "Nothing has changed." }
        let head =
            breakingCount > 0
            ? "\(breakingCount) of \(changes) can break an app." : "\(changes), none of them breaking."
        return head + (nextVersion.map { " The next version is \($0)." } ?? "")
    }

    /// For example `9 changes, 2 of them breaking: images 1 added, 2 changed; 3 settings; next version 2.0.0`.
    var line: String {
        guard !isEmpty else { return "no differences" }
        let settings = sum(\.settings.count)
        let resources = sum(\.resources.count)
        let images = [
            (count(.added), "added"), (count(.gone), "removed"), (count(.renamed), "renamed"),
            (count(.resized), "resized"), (count(.swapped, .changed, .undecodable), "changed"),
            (count(.same), "with the same pixels"),
        ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
        let parts = [
            images.isEmpty ? nil : "images: \(images)",
            settings == 0 ? nil : settings.counting("setting"),
            resources == 0 ? nil : resources.counting("resource"),
            nextVersion.map { "next version \($0)" },
        ].compactMap { $0 }
        let head = changes + (breakingCount > 0 ? ", \(breakingCount) breaking" : "")
        return ([head] + parts).joined(separator: "; ")
    }
}
