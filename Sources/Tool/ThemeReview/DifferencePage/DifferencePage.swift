import ThemeModel

/// The differences of a comparison as one HTML page, which contains its images.
package struct DifferencePage {
    let comparison: Comparison
    /// The sentence below the title.
    let summary: String
    let origin: PageOrigin
    /// Browsers show larger pages slowly. Images beyond it are only described.
    var embeddedBytesMax = 10_000_000

    /// - Parameter summary: of the differences, in one line.
    package init(_ comparison: Comparison, summary: String, origin: PageOrigin = PageOrigin()) {
        self.comparison = comparison
        self.summary = summary
        self.origin = origin
    }

    package func bytes() throws -> [UInt8] {
        let page = Page(title: name + (versions.map { ": \($0) and \($1)" } ?? ""), policy: .inline, withViewerAnd: [])
        return try HTML.bytes { html in try page.write(to: &html, body: writeBody) }
    }

    private var name: String {
        guard !comparison.isOfProject else { return "Changes of \(Words.count(comparison.themeCount, "theme"))" }
        return comparison.themes.first?.title ?? ""
    }

    private var versions: (old: SemanticVersion, new: SemanticVersion)? {
        comparison.isOfProject ? nil : comparison.themes.first?.versions
    }

    private var kicker: String {
        if comparison.isOfProject { return "Two versions of a project" }
        let isOfSelection = comparison.themes.first?.isOfSelection ?? false
        return isOfSelection ? "Two versions of what apps show" : "Two versions of a theme"
    }

    private func writeBody(to html: inout HTML) throws {
        let body = PageBody(
            subject: "differences", command: "diff", origin: origin,
            versions: comparison.new.states.filter(\.selection.isEmpty).map { "\($0.theme.name) \($0.theme.version)" },
            filter: filterForm,
            nothingFound: "No difference matches the filter.",
            itemCount: comparison.sum(\.images.count), sections: sections)
        try body.write(to: &html, header: masthead) { html in
            guard comparison.isEmpty else { return }
            html.empty("No differences", "Images, settings, resources and properties are the same.")
        }
    }

    private var masthead: Masthead {
        let tag: (String, String) =
            switch (comparison.isEmpty, comparison.breakingCount) {
            case (true, _): ("tag fine", "Same")
            case (_, 0): ("tag warning", "Changed")
            default: ("tag error", "Breaking")
            }
        var totals = [
            ("Old", comparison.old.label + (versions.map { ", \($0.old)" } ?? "")),
            ("New", comparison.new.label + (versions.map { ", \($0.new)" } ?? "")),
        ]
        if comparison.isOfProject { totals.append(("Changed themes", Words.grouped(comparison.themes.count))) }
        totals.append(("Changes", Words.grouped(comparison.changeCount)))
        totals.append(("Breaking", Words.grouped(comparison.breakingCount)))
        return Masthead(kicker: kicker, title: name, tag: tag, verdict: summary, totals: totals)
    }

    private var filterForm: FilterForm {
        let used = Set(comparison.themes.flatMap { $0.images.map(\.kind) })
        let groups = ImageChange.Kind.allCases.filter(used.contains).map { ($0.rawValue, $0.title) }
        return FilterForm(choices: [
            FilterForm.Choice(
                label: "Theme", name: "themes", everything: "All themes",
                options: comparison.isOfProject ? comparison.themes.map { ($0.themeID.string, $0.title) } : []),
            FilterForm.Choice(
                label: "Change", name: "rules", everything: "All changes",
                options: [("breaking", "Breaking")] + groups),
        ])
    }

    private func names<Change: VersionChange>(_ changes: (ThemeDifference) -> [Change]) -> Int {
        Set(comparison.themes.flatMap { changes($0).map { ExactText($0.name) } }).count
    }

    private var sections: [PageSection] {
        let rows = DifferenceRows(comparison: comparison)
        let images = DifferenceImages(comparison, embeddedBytesMax: embeddedBytesMax)
        let all = [
            PageSection(
                name: "images", title: "Images", count: images.cardCount,
                lead: "The old image beside the new one, pixel for pixel where it fits. Select one to compare them.",
                contents: images.write),
            PageSection(
                name: "same", title: "Same pixels", count: names(\.sameImages),
                lead: "Images with other bytes and the same pixels.", contents: rows.writeSame),
            PageSection(
                name: "settings", title: "Settings", count: names(\.settings),
                lead: "The values that the theme sets itself.", contents: rows.writeSettings),
            PageSection(
                name: "resources", title: "Resources", count: names(\.resources),
                lead: "Files that are packed as they are.", contents: rows.writeResources),
            PageSection(
                name: "theme", title: "Theme", count: names(\.properties),
                lead: "The properties in theme.json.", contents: rows.writeProperties),
        ]
        return all.filter { $0.count != 0 }
    }
}

extension ThemeDifference {
    /// The theme's name, or the ids of the selected themes.
    var title: String { isOfSelection ? new.title : new.theme.name }
}
