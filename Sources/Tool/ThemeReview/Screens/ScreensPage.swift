import ThemeProject

/// The page of sample screens: each screen in each theme.
package struct ScreensPage {
    private let facts: ReviewFacts
    private let screens: [SampleScreen]
    private let themes: [ScreenTheme]
    private let notes: [ImageCard.Note]
    private let hasFile: Bool

    package init(_ file: SampleScreens, _ facts: ReviewFacts) {
        self.facts = facts
        screens = file.screens
        hasFile = file.exists
        // The selection of a combination's members shows it.
        let selected = Set(facts.selections.map(\.members))
        let shown = facts.themes.filter { $0.members.isEmpty || !selected.contains($0.members) } + facts.selections
        themes = screens.isEmpty ? [] : shown.map { ScreenTheme($0, in: facts) }
        notes = file.notes(themes) + (screens.isEmpty ? [] : Self.themeNotes(facts))
    }

    /// Returns the errors in the files of themes, apart from images. Because of them, screens show inherited values.
    private static func themeNotes(_ facts: ReviewFacts) -> [ImageCard.Note] {
        let errors = facts.findings.filter { $0.theme != nil && $0.file == nil && $0.finding.severity == .error }
        var notes = errors.prefix(errorsMax).map { reviewed in
            let finding = reviewed.finding
            let place = finding.position.map { "\(finding.path):\($0.line):\($0.column)" } ?? finding.path
            let key = finding.key.map { " \($0)" } ?? ""
            return ImageCard.Note(.error, "\(place)\(key): \(finding.message)", label: finding.rule.rawValue)
        }
        if errors.count > errorsMax {
            notes.append(ImageCard.Note(.note, "and \(errors.count - errorsMax) more: see the report"))
        }
        return notes
    }

    private static let errorsMax = 20

    package func write(to html: inout HTML, image: (_ file: Int) -> ImageSource) {
        html.element(.main, .class("wide"), .id(Anchor(own: "screens"))) { html in
            html.element(.header, .class("screens-head")) { html in
                html.element(.h1, text: "Sample screens")
                if !screens.isEmpty { writeSwitch(to: &html) }
            }
            html.element(.div, .id(Anchor(own: "screen-problems"))) { html in ImageCard.write(notes, to: &html) }
            if screens.isEmpty, notes.isEmpty { writeEmpty(to: &html) }
            for (number, screen) in screens.enumerated() {
                html.element(.section, .id(Anchor("screen/\(number)"))) { html in
                    html.element(.h2, text: screen.name)
                    html.element(.div, .class("phones")) { html in
                        for theme in themes { write(screen, number, theme, to: &html, image) }
                    }
                }
            }
        }
    }

    private func write(
        _ screen: SampleScreen, _ number: Int, _ theme: ScreenTheme, to html: inout HTML,
        _ image: (Int) -> ImageSource
    ) {
        let (shapes, height) = ScreenLayout.shapes(of: screen, in: theme)
        html.element(
            .figure, .class("phone"), .id(Anchor("screen/\(number)/\(theme.id)")), .data(.themes, list: theme.chosen)
        ) { html in
            html.element(
                .svg, .role("group"), .label("\(screen.name) in theme \(theme.name)"),
                .viewBox(width: ScreenLayout.width, height: height)
            ) { html in
                for shape in shapes { shape.write(to: &html, image: image) }
            }
            html.element(.figcaption) { html in
                html.element(.b, text: theme.name)
                html.text(" ")
                html.element(.code, text: theme.id)
            }
        }
        html.newLine()
    }

    /// Writes a choice for each axis, or one of the themes. Only the script shows them; without it, all themes and
    /// selections are on the page.
    private func writeSwitch(to html: inout HTML) {
        let names = Dictionary(facts.themes.map { ($0.id, $0.name) }) { first, _ in first }
        let base = facts.themes.filter(\.isDefault).map(\.id)
        let axes = facts.axes.filter { !$0.themes.isEmpty }.map { ($0.name, base + $0.themes) }
        html.element(.div, .class("switches"), .id(Anchor(own: "theme-switch")), .hidden) { html in
            for (name, ids) in axes.isEmpty ? [("theme", facts.themes.map(\.id))] : axes {
                // The buttons of a form are a group of their own.
                html.element(.form, .data(.title, name)) { html in
                    html.element(.fieldset, .class("themes")) { html in
                        html.element(.legend, axes.isEmpty ? .class("unseen") : .class("axis"), text: name)
                        for (id, name) in [("", "All")] + ids.map({ ($0, names[$0] ?? $0) }) {
                            html.choice("theme", .value(ofList: id)) { $0.text(name) }
                        }
                    }
                }
            }
        }
    }

    private func writeEmpty(to html: inout HTML) {
        html.element(.div, .class("empty")) { html in
            html.element(.b, text: hasFile ? "preview.json describes no screen" : "There is no preview.json")
            html.element(
                .p,
                text: "It describes screens that are drawn with the images and settings of each theme. Put this into "
                    + "preview.json beside themepack.json, and name images and settings of your project:")
            html.element(.div, .class("scroll")) { html in
                for line in SampleScreens.example.split(separator: "\n") where !line.isEmpty {
                    html.element(.code, .class("line"), text: String(line))
                }
            }
        }
    }
}
