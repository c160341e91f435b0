import ThemeProject

/// The changed settings, resources and properties as tables.
struct DifferenceTables {
    let comparison: Comparison

    /// A browser lays out a table as a whole.
    private static let rowsMax = 1000
    private static let valueLength = 200

    func writeSettings(to html: inout HTML) {
        write("Changed settings", ["Key", "Old", "New"], \.settings, to: &html) { change, difference, html in
            let values = change.values(length: Self.valueLength)
            writeRow(change, difference, to: &html) { html in
                for (text, value, state) in [
                    (values.old, change.old, difference.old), (values.new, change.new, difference.new),
                ] {
                    html.element(.td) { html in
                        write(text, state.color(of: value, at: change.path), to: &html)
                    }
                }
            } details: { html in
                if let note = change.note { html.element(.small, text: note) }
            }
        }
    }

    func writeResources(to html: inout HTML) {
        write("Changed resources", ["Path", "Change"], \.resources, to: &html) { change, difference, html in
            writeRow(change, difference, to: &html) { html in
                html.element(.td, text: change.words.firstUppercased)
            }
        }
    }

    func writeProperties(to html: inout HTML) {
        write("Changed properties", ["Key", "Old", "New"], \.properties, to: &html) { change, difference, html in
            writeRow(change, difference, to: &html) { html in
                for value in [change.old, change.new] { html.element(.td) { html in write(value, nil, to: &html) } }
            }
        }
    }

    private func write<Change>(
        _ caption: String, _ columns: [String], _ changes: (ThemeDifference) -> [Change], to html: inout HTML,
        row: (Change, ThemeDifference, inout HTML) -> Void
    ) {
        for difference in comparison.themes {
            let changes = changes(difference)
            guard !changes.isEmpty else { continue }
            html.table(
                "settings", comparison.title(caption, of: difference), columns, first: Self.rowsMax, of: changes
            ) { change, html in row(change, difference, &html) }
        }
    }

    /// Writes a row that the filter finds by its theme and its rules.
    ///
    /// - Parameter rules: besides `breaking`.
    func writeRow(
        _ change: any VersionChange, rules: [String] = [], _ difference: ThemeDifference,
        to html: inout HTML, cells: (inout HTML) -> Void, details: (inout HTML) -> Void = { _ in }
    ) {
        let rules = rules + (change.isBreaking ? ["breaking"] : [])
        let themes = comparison.isOfProject ? [difference.themeID.string] : []
        html.element(.tr, .class("item"), .data(.rules, list: rules), .data(.themes, list: themes)) { html in
            html.element(.th, .rowHeader) { html in
                html.element(.code, text: change.name)
                if change.isBreaking { html.element(.small, text: "breaking") }
                details(&html)
            }
            cells(&html)
        }
        html.newLine()
    }

    private func write(_ text: String?, _ color: ThemeColor?, to html: inout HTML) {
        guard let text else { return html.element(.span, .class("soft"), text: "none") }
        html.element(.span, .class("value")) { html in
            if let color { html.swatch(color) }
            html.element(.code, text: text)
        }
    }
}
