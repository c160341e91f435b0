import ThemeModel
import ThemeReview

/// The changes of a comparison as rows of text. Names and words can contain any character.
struct DiffRows {
    struct Row {
        /// `+` new, `-` gone, `>` renamed, `=` looks the same, `~` anything else.
        let mark: Character
        let name: String
        let words: String
        let isBreaking: Bool
        let isAddition: Bool
    }

    struct Section {
        let title: String
        let rows: [Row]
    }

    /// Without empty sections. Within a section, breaking changes are first.
    let sections: [Section]

    init(_ difference: ThemeDifference) {
        let theme = difference.themeID
        sections = [
            Section(title: "theme", rows: difference.properties.map(Self.row)),
            Section(title: "settings", rows: difference.settings.map { Self.row($0, theme) }),
            Section(title: "images", rows: difference.images.map { Self.row($0, theme) }),
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
            switch change {
            case .added: "+"
            case .removed: "-"
            case .renamed: ">"
            case .resized: "~"
            case .replaced(_, _, let looks): looks.isSame ? "=" : "~"
            }
        return Row(
            mark: mark, name: change.image.title, words: change.words, isBreaking: change.isBreaking(in: theme),
            isAddition: change.isAddition)
    }

    private static func row(_ change: SettingChange, _ theme: ThemeID) -> Row {
        let words =
            switch change.values() {
            case (let old?, let new?): "\(old) -> \(new)" + (change.typeWords(in: theme).map { " (\($0))" } ?? "")
            case (let old?, nil): "gone, was \(old)"
            case (nil, let new): new ?? ""
            }
        return Row(
            mark: change.old == nil ? "+" : change.new == nil ? "-" : "~", name: change.path.description, words: words,
            isBreaking: change.isBreaking(in: theme), isAddition: change.isAddition)
    }

    private static func row(_ change: ResourceChange) -> Row {
        Row(
            mark: change.isAddition ? "+" : change.isBreaking ? "-" : "~", name: change.path.string,
            words: change.words, isBreaking: change.isBreaking, isAddition: change.isAddition)
    }
}
