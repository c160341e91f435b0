import ThemeProject

/// The report of themes as one HTML page.
package struct ReportPage {
    package let facts: ReviewFacts
    package let selection: ReportSelection
    /// Where the page gets images from.
    package let images: ImageAccess

    /// How a page shows the images of files.
    package struct ImageAccess {
        package let policy: SecurityPolicy.Images
        /// Returns the source of a sound image, an index in ``ReviewFacts/files``. Throws if it cannot be read.
        package let source: (Int) throws -> ImageSource

        package init(policy: SecurityPolicy.Images, source: @escaping (Int) throws -> ImageSource) {
            (self.policy, self.source) = (policy, source)
        }
    }

    package init(_ facts: ReviewFacts, showing selection: ReportSelection, images: ImageAccess) {
        (self.facts, self.selection, self.images) = (facts, selection, images)
    }

    static let styles = [BaseStyle.text, ViewerStyle.text, ReportStyle.text]
    static let scripts = [ViewerScript.text, FilterScript.text, KeyScript.text]

    /// Writes the whole document.
    package func write(to html: inout HTMLWriter) throws {
        let page = Page(
            title: "\(facts.title): theme report", policy: SecurityPolicy(images: images.policy),
            styles: Self.styles, scripts: Self.scripts)
        try page.write(to: &html, body: writeBody)
    }

    private func writeBody(to html: inout HTMLWriter) throws {
        let sheet = ContactSheet(of: facts, showing: selection)
        let sections = ReportSections(facts, selection, sheet, images)
        html.element(.a, .class("skip"), .href(.place(Anchor(own: "main"))), text: "Skip to the report")
        html.element(.div, .class("wide")) { html in ReportHeader(facts: facts).write(to: &html) }
        html.element(.div, .class("bar")) { html in
            html.element(.div, .class("wide")) { html in
                html.element(.nav, .class("contents"), .label("Contents")) { html in
                    for section in sections.all { section.writeLink(to: &html) }
                }
                filterForm(sheet).write(to: &html)
            }
        }
        try html.element(.main, .class("wide"), .id(Anchor(own: "main"))) { html in
            for section in sections.all where !html.hasFailed { try section.write(to: &html) }
            html.element(.p, .class("nothing-found"), text: "No finding, image or setting matches the filter.")
        }
        html.element(.footer, .class("wide")) { html in
            html.element(.div, .class("foot")) { html in
                html.element(.p, .class("help-link"), text: "Written by themepack report. ")
            }
        }
    }

    private func filterForm(_ sheet: ContactSheet) -> FilterForm {
        let rules = Set(facts.findings.map(\.finding.rule.rawValue)).sorted()
        var folders = FilterForm.Choice(
            label: "Folder", attribute: .folder, everything: "All folders",
            options: facts.folders.filter { !$0.isEmpty }.map { ($0, $0) })
        folders.isList = false
        return FilterForm(choices: [
            FilterForm.Choice(
                label: "Theme", attribute: .themes, everything: "All themes",
                options: facts.themes.map { ($0.id, $0.name) }),
            folders,
            FilterForm.Choice(
                label: "Rule", attribute: .rules, everything: "All rules", options: rules.map { ($0, $0) }),
        ])
    }
}
