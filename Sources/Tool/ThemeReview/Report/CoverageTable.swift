/// The numbers of images that each theme replaces, by folder.
struct CoverageTable {
    private let facts: ReviewFacts
    private let themes: [ReviewedTheme]

    init(facts: ReviewFacts) {
        self.facts = facts
        themes = facts.themes.filter { !$0.isDefault }
    }

    func write(to html: inout HTML) {
        guard !themes.isEmpty, !facts.folders.isEmpty else {
            return themes.isEmpty
                ? html.empty("No theme beside the default", "Only themes that replace images have a coverage.")
                : html.empty("No images", "No theme has an image, and there are no defaults.")
        }
        html.themeRows("coverage") { html in
            writeRow("All folders", nil, themes.map(\.totalCoverage), to: &html)
            for (index, folder) in facts.folders.enumerated() {
                let cells = themes.map { $0.coverage.indices.contains(index) ? $0.coverage[index] : .init() }
                writeRow(folder.isEmpty ? "Top folder" : folder, folder, cells, to: &html)
            }
        }
    }

    private func writeRow(_ title: String, _ folder: String?, _ cells: [FolderCoverage], to html: inout HTML) {
        let lines = zip(themes, cells).map { theme, cell in
            ThemeLine(theme, isSame: cell.replaced == 0) { html in
                html.element(.meter, .ariaHidden, .value("\(cell.replaced)"), .max(max(cell.defaults, 1)), text: "")
                html.element(
                    .span, .class("number"),
                    text: " \(Words.grouped(cell.replaced)) of \(Words.grouped(cell.defaults))")
            }
        }
        let shown = Array(lines.filter { !$0.isSame }.map(\.themes).joined())
        html.themeRow(
            [.data(.themes, list: shown), .data(.folder, folder ?? ""), .data(.kinds, list: ["changed"])], lines
        ) { html in html.element(.b) { $0.breakable(title) } }
    }
}
