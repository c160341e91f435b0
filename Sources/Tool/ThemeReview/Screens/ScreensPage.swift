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
        let errors = facts.findings.indices.filter { number in
            facts.findings[number].finding.severity == .error && facts.findings[number].file == nil
        }
        let errorsByTheme = Dictionary(grouping: errors) {
            facts.findings[$0].theme.map { facts.themes[$0].chosen } ?? []
        }
        themes = screens.isEmpty ? [] : shown.map { ScreenTheme($0, in: facts, errors: errorsByTheme) }
        notes = file.notes(themes)
    }

    /// Without its body.
    var page: Page {
        Page(
            title: "\(facts.title): sample screens", policy: .server,
            styles: [.baseStyle, .viewerStyle, .screensStyle], scripts: [.tintScript, .screensScript])
    }

    package func write(to html: inout HTML, image: (_ file: Int) -> ImageReference) {
        html.element(.main, .class("wide"), .id(Anchor(own: "screens"))) { html in
            html.element(.header, .class("screens-head")) { html in
                html.element(.h1, text: "Sample screens")
                if !screens.isEmpty { writeSwitch(to: &html) }
            }
            html.element(.div, .id(Anchor(own: "screen-problems"))) { html in ImageCard.write(notes, to: &html) }
            if screens.isEmpty, notes.isEmpty {
                html.empty(
                    hasFile ? "preview.json describes no screen" : "There is no preview.json",
                    "It describes screens that are drawn with the images and settings of each theme. 'themepack init' "
                        + "writes one with every control into a new folder.")
            }
            for (number, screen) in screens.enumerated() {
                html.element(.section, .id(Anchor("screen/\(number)"))) { html in
                    html.element(.h2, text: screen.name)
                    html.element(.div, .class("phones")) { html in
                        for theme in themes { write(screen, number, theme, to: &html, image) }
                    }
                }
            }
        }
        facts.origin.writeFoot("preview", facts.versions, to: &html)
    }

    private func write(
        _ screen: SampleScreen, _ number: Int, _ theme: ScreenTheme, to html: inout HTML,
        _ image: (Int) -> ImageReference
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
            ImageCard.write(theme.notes, to: &html)
        }
        html.newLine()
    }

    /// Writes a choice for each axis, or one of the themes. Only the script shows them; without it, all themes and
    /// selections are on the page.
    private func writeSwitch(to html: inout HTML) {
        let names = Dictionary(facts.themes.map { ($0.id, $0.name) }) { first, _ in first }
        let base = facts.themes.filter(\.isDefault).map(\.id)
        let axes = facts.axes.filter { !$0.themes.isEmpty }.map { ($0.name, base + $0.themes) }
        html.element(.form, .class("switches"), .id(Anchor(own: "theme-switch")), .hidden) { html in
            for (name, ids) in axes.isEmpty ? [("theme", facts.themes.map(\.id))] : axes {
                FilterForm.Choice(
                    label: name, name: name, isLabelled: true, everything: "All",
                    options: ids.map { ($0, names[$0] ?? $0) }
                ).write(to: &html)
            }
        }
    }
}
