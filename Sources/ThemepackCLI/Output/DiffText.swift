import ThemeModel
import ThemeReview

/// Writes differences for a terminal: a line for each change.
enum DiffText {
    /// The most lines of a section.
    private static let shownMax = 1000
    /// Longer names move their words to the right.
    private static let nameWidthMax = 40

    static func text(of difference: ThemeDifference, style: TextStyle) -> String {
        guard !difference.isEmpty else { return "" }
        let (old, new) = (difference.old, difference.new)
        let versions =
            old.theme.version == new.theme.version
            ? "\(old.theme.version), version unchanged" : "\(old.theme.version) -> \(new.theme.version)"
        let labels = "\(Console.printable(old.label)) -> \(Console.printable(new.label))"
        return style.bold("\(difference.themeID) \(versions)") + "  (\(labels))\n"
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
