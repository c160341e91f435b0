import ThemeProject

/// The report of themes as one HTML page.
package struct ReportPage {
    package let facts: ReviewFacts
    package let selection: ReportSelection
    /// The sources of the page's images.
    package let images: ImageAccess
    /// The command that the page names as its author.
    package var command = "report"

    /// The sources of a page's images, and the policy that allows them.
    package struct ImageAccess: Sendable {
        package let policy: SecurityPolicy.Images
        /// The number of threads that write the page. With one, the page holds one image at a time in memory.
        package let jobs: Int
        /// Returns the source of a sound image, an index in ``ReviewFacts/files``. Throws if it cannot be read.
        package let source: @Sendable (Int) throws -> ImageSource

        package init(
            policy: SecurityPolicy.Images, jobs: Int = 1, source: @escaping @Sendable (Int) throws -> ImageSource
        ) {
            (self.policy, self.jobs, self.source) = (policy, jobs, source)
        }
    }

    package init(_ facts: ReviewFacts, showing selection: ReportSelection, images: ImageAccess) {
        (self.facts, self.selection, self.images) = (facts, selection, images)
    }

    package static let styles = [BaseStyle.text, ViewerStyle.text, ReportStyle.text]
    package static let scripts = [
        ViewerScript.text, ComparisonScript.text, FilterScript.text, KeyScript.text, BoxScript.text, FontScript.text,
    ]

    package var title: String { "\(facts.title): theme report" }

    /// Writes the whole document.
    package func write(to html: inout HTMLWriter) throws {
        let page = Page(
            title: title, policy: SecurityPolicy(images: images.policy),
            styles: Self.styles, scripts: Self.scripts)
        try page.write(to: &html, body: writeBody)
    }

    /// Writes the contents of the body, for a page that has other styles and scripts besides.
    package func writeBody(to html: inout HTMLWriter) throws {
        let sheet = ContactSheet(of: facts, showing: selection)
        let body = PageBody(
            subject: "report", command: command, filter: filterForm(sheet),
            nothingFound: "No finding, image or setting matches the filter.",
            itemCount: facts.findings.count + sheet.cardCount, sections: sections(sheet))
        try body.write(to: &html, header: ReportHeader(facts: facts).write)
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
                options: facts.themes.map { ($0.id, $0.title) }),
            folders,
            FilterForm.Choice(
                label: "Rule", attribute: .rules, everything: "All rules", options: rules.map { ($0, $0) }),
        ])
    }
}
