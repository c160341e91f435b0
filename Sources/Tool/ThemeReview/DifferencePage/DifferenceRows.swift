import ThemeProject

/// The changed settings, resources and properties: a row for each name. Themes with the same change share a line.
struct DifferenceRows {
    let comparison: Comparison

    /// Further rows are only counted.
    private static let rowsMax = 1000
    private static let valueLength = 200

    /// An old or a new value; without a text there is none.
    struct Value: Hashable {
        var text: ExactText?
        var color: ThemeColor?

        init(_ text: String?, _ color: ThemeColor? = nil) {
            self.text = text.map(ExactText.init)
            self.color = color
        }
    }

    private struct Line: Hashable {
        let values: [Value]
        let note: String?
        let isBreaking: Bool
        /// `nil` if themes with the same values can share the line.
        let theme: ThemeID?
    }

    private typealias SharedLine = (line: Line, themes: [ThemeDifference])

    func writeSettings(to html: inout HTML) {
        write(\.settings, to: &html) { change, difference in
            let texts = change.values(length: Self.valueLength)
            return [
                Value(texts.old, difference.old.color(of: change.old, at: change.path)),
                Value(texts.new, difference.new.color(of: change.new, at: change.path)),
            ]
        } note: {
            $0.note
        }
    }

    func writeResources(to html: inout HTML) {
        write(\.resources, to: &html) { change, _ in [Value(change.words.firstUppercased)] }
    }

    func writeProperties(to html: inout HTML) {
        write(\.properties, to: &html) { change, _ in [Value(change.old), Value(change.new)] }
    }

    /// Writes the images with other bytes and the same pixels.
    func writeSame(to html: inout HTML) {
        write(\.sameImages, rule: ImageChange.Kind.same.rawValue, to: &html) { change, _ in
            [change.old, change.new].map { Value($0.map { Words.bytes($0.byteCount) }) }
        }
    }

    private func write<Change: VersionChange>(
        _ changes: (ThemeDifference) -> [Change], rule: String? = nil, to html: inout HTML,
        values: (Change, ThemeDifference) -> [Value], note: (Change) -> String? = { _ in nil }
    ) {
        let all = comparison.themes.flatMap { theme in changes(theme).map { (change: $0, theme: theme) } }
        let names = all.grouped { ExactText($0.change.name) }
        html.themeRows("changes") { html in
            for changes in names.prefix(Self.rowsMax) {
                let lines = changes.map { change, theme in
                    let values = values(change, theme)
                    // Values that are cut can differ in what is not shown.
                    let isCut = values.contains { $0.text?.string.hasSuffix("…") ?? false }
                    let line = Line(
                        values: values, note: note(change), isBreaking: change.isBreaking,
                        theme: isCut ? theme.themeID : nil)
                    return (line: line, theme: theme)
                }
                let shared = lines.grouped(by: \.line).map { ($0[0].line, $0.map(\.theme)) }
                write(changes[0].change.name, shared, rule, to: &html)
            }
        }
        guard names.count > Self.rowsMax else { return }
        html.element(.p, .class("more"), text: "and \(Words.grouped(names.count - Self.rowsMax)) more.")
    }

    private func write(_ name: String, _ lines: [SharedLine], _ rule: String?, to html: inout HTML) {
        let rules = [rule, lines.contains { $0.line.isBreaking } ? "breaking" : nil].compactMap(\.self)
        let themes = lines.flatMap { comparison.ids(of: $0.themes) }
        let themeLines = lines.map { line, themes in
            ThemeLine(title: comparison.title(of: themes), themes: comparison.ids(of: themes)) { write(line, to: &$0) }
        }
        html.themeRow([.data(.rules, list: rules), .data(.themes, list: themes)], themeLines) { html in
            html.element(.code) { $0.breakable(name, after: "/_-@.") }
        }
    }

    private func write(_ line: Line, to html: inout HTML) {
        for (place, value) in line.values.enumerated() {
            if place > 0 { html.text(" → ") }
            html.element(.span, .class("value")) { html in
                guard let text = value.text else { return html.element(.span, .class("soft"), text: "none") }
                if let color = value.color { html.swatch(color) }
                html.element(.code, text: text.string)
            }
        }
        if let note = line.note { html.element(.small, text: " \(note)") }
        if line.isBreaking { html.element(.small, .class("flagged"), text: " breaking") }
    }
}

extension Comparison {
    /// The ids for the filter by theme; none if the page is about one theme.
    func ids(of themes: [ThemeDifference]) -> [String] { isOfProject ? themes.map(\.themeID.string) : [] }

    /// Returns the names of the themes that share a change; empty if the page is about one theme.
    func title(of themes: [ThemeDifference]) -> String {
        isOfProject ? Words.some(of: themes.map(\.title)) : ""
    }
}
