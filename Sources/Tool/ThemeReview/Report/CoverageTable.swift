/// The table of coverage: the numbers of images that each theme replaces, by folder.
struct CoverageTable {
    let facts: ReviewFacts

    private var themes: [ReviewedTheme] { facts.themes.filter { !$0.isDefault } }

    func write(to html: inout HTML) {
        guard !themes.isEmpty, !facts.folders.isEmpty else {
            return themes.isEmpty
                ? html.empty("No theme beside the default", "Only themes that replace images have a coverage.")
                : html.empty("No images", "No theme has an image, and there are no defaults.")
        }
        let columns = ["Folder"] + themes.map(\.title)
        html.table("coverage", "Coverage by folder and theme", isSeen: false, columns) { html in
            writeRow("All folders", themes.map(\.totalCoverage), isTotal: true, to: &html)
            for (index, folder) in facts.folders.enumerated() {
                let cells = themes.map { $0.coverage.indices.contains(index) ? $0.coverage[index] : .init() }
                writeRow(folder.isEmpty ? "Top folder" : folder, cells, isTotal: false, to: &html)
            }
        }
        html.embedded(.coverageLegend)
    }

    private func writeRow(_ title: String, _ cells: [FolderCoverage], isTotal: Bool, to html: inout HTML) {
        html.element(.tr, isTotal ? .class("total") : .class("folder-row")) { html in
            html.element(.th, .rowHeader) { html in html.name(title.split(separator: "/"), separator: "/") }
            for cell in cells { html.element(.td) { write(cell, to: &$0) } }
        }
        html.newLine()
    }

    private func write(_ cell: FolderCoverage, to html: inout HTML) {
        let all = max(cell.defaults, 1)
        html.element(
            .svg, .class("meter"), .ariaHidden, .viewBox(width: all, height: 1), .stretched
        ) { html in
            html.element(.rect, .class("inherited"), .width(all), .height(1), text: "")
            html.element(.rect, .class("replaced"), .width(cell.replaced), .height(1), text: "")
            html.element(.rect, .class("defective"), .x(cell.replaced), .width(cell.defective), .height(1), text: "")
        }
        html.element(
            .span, .class("number"), text: "\(Words.grouped(cell.replaced)) of \(Words.grouped(cell.defaults))")
        var notes: [String] = []
        if cell.inherited > 0 { notes.append("\(Words.grouped(cell.inherited)) inherited") }
        if cell.withoutDefault > 0 { notes.append("\(Words.grouped(cell.withoutDefault)) without a default") }
        if cell.missingScales > 0 { notes.append(Words.count(cell.missingScales, "scale") + " missing") }
        if cell.defective > 0 { notes.append("\(Words.grouped(cell.defective)) with an error") }
        if !notes.isEmpty { html.element(.small, text: notes.joined(separator: ", ")) }
    }
}
