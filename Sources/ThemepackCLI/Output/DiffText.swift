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
        let (old, new) = (difference.old, difference.new)
        let versions = difference.versions.map { old, new in
            " \(old)" + (old == new ? ", version unchanged" : " -> \(new)")
        }
        let labels = "\(Console.printable(old.label)) -> \(Console.printable(new.label))"
        return style.bold("\(new.title)\(versions ?? "")") + "  (\(labels))\n"
            + DiffRows(difference).sections.map { text(of: $0, style) }.joined()
    }

    private static func text(of section: DiffRows.Section, _ style: TextStyle) -> String {
        let rows = section.rows.prefix(shownMax)
        let names = rows.map { Console.printable($0.name) }
        let width = names.map(\.count).filter { $0 <= nameWidthMax }.max() ?? 0
        var text = "\n\(section.title)\n"
        for (row, name) in zip(rows, names) {
            let padding = String(repeating: " ", count: max(0, width - name.count))
            let breaking = row.isBreaking ? "  " + style.red("[breaking]") : ""
            text += "  \(mark(row, style)) \(name)\(padding)  \(Console.printable(row.words))\(breaking)\n"
        }
        if section.rows.count > rows.count {
            text += "  and \(section.rows.count - rows.count) more: --format json lists all of them\n"
        }
        return text
    }

    private static func mark(_ row: DiffRows.Row, _ style: TextStyle) -> String {
        let mark = String(row.mark)
        return switch row.mark {
        case "-": style.red(mark)
        case "+": style.cyan(mark)
        case "=": mark
        default: style.yellow(mark)
        }
    }
}

/// The changes of a comparison as rows of text. Names and words can contain any character.
struct DiffRows {
    struct Row {
        /// `+` new, `-` gone, `>` renamed, `=` looks the same, `~` anything else.
        let mark: Character
        let name: String
        let words: String
        let isBreaking: Bool
        let isAddition: Bool
        var isImage = false
    }

    struct Section {
        let title: String
        let rows: [Row]

        var hasImages: Bool { rows.first?.isImage ?? false }
    }

    /// Without empty sections. Within a section, breaking changes are first, then images by what is seen.
    let sections: [Section]

    init(_ difference: ThemeDifference) {
        let theme = difference.themeID
        sections = [
            Section(title: "theme", rows: difference.properties.map(Self.row)),
            Section(title: "settings", rows: difference.settings.map { Self.row($0, difference) }),
            Section(title: "images", rows: difference.imagesBySight.map { Self.row($0, theme) }),
            Section(title: "resources", rows: difference.resources.map(Self.row)),
        ].filter { !$0.rows.isEmpty }.map { section in
            let rows = section.rows.filter(\.isBreaking) + section.rows.filter { !$0.isBreaking }
            return Section(title: section.title, rows: rows)
        }
    }

    var all: [Row] { sections.flatMap(\.rows) }

    private static func row(_ change: PropertyChange) -> Row {
        Row(
            mark: "~", name: change.key, words: "\(change.old ?? "none") -> \(change.new ?? "none")",
            isBreaking: change.isBreaking, isAddition: false)
    }

    private static func row(_ change: ImageChange, _ theme: ThemeID) -> Row {
        let mark: Character =
            switch change.kind {
            case .added: "+"
            case .gone: "-"
            case .renamed: ">"
            case .resized, .swapped, .changed, .undecodable: "~"
            case .same: "="
            }
        return Row(
            mark: mark, name: change.image.title, words: change.words, isBreaking: change.isBreaking(in: theme),
            isAddition: change.isAddition, isImage: true)
    }

    private static func row(_ change: SettingChange, _ difference: ThemeDifference) -> Row {
        let theme = difference.themeID
        let isSame = difference.isSameColor(change)
        let words =
            switch change.values() {
            case (let old?, let new?):
                "\(old) -> \(new)"
                    + ((isSame ? SettingChange.sameColorWords : change.typeWords(in: theme)).map { " (\($0))" } ?? "")
            case (let old?, nil): "gone, was \(old)"
            case (nil, let new): new ?? ""
            }
        return Row(
            mark: isSame ? "=" : change.old == nil ? "+" : change.new == nil ? "-" : "~", name: change.path.description,
            words: words,
            isBreaking: change.isBreaking(in: theme), isAddition: change.isAddition)
    }

    private static func row(_ change: ResourceChange) -> Row {
        Row(
            mark: change.isAddition ? "+" : change.isBreaking ? "-" : "~", name: change.path.string,
            words: change.words, isBreaking: change.isBreaking, isAddition: change.isAddition)
    }
}

extension Comparison {
    /// Returns the number of images with a change of one of these kinds.
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
        let (settings, resources) = (sum(\.settings.count), sum(\.resources.count))
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
