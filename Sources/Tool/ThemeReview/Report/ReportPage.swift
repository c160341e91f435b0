import ThemeProject

// See docs/decisions/22-report-pages.md.
/// The report of themes as one HTML page.
///
/// A verified project, or finished packs, become ``ReviewFacts``: themes, images, settings and findings, each with its
/// number. The parts of a page are values made of these facts, and each writes itself into ``HTML``, which escapes all
/// texts. All pages share the head, the filter and the viewer. Images are numbers: ``ImageAccess`` has their bytes, so
/// writing a page with one thread holds one image in memory. A page's policy allows only its own styles and scripts.
package struct ReportPage {
    package let facts: ReviewFacts
    package var selection = ReportSelection.all
    package let images: ImageAccess
    /// The command that the page names as its author.
    package var command = "report"

    /// The sources of a page's images, and the policy that allows them.
    package struct ImageAccess: Sendable {
        package let policy: SecurityPolicy
        /// The number of threads that write the page. With one, the page holds one image at a time in memory.
        package var jobs = 1
        /// Copies cards that are the same on the page before, and keeps all for the next one; `nil` for a page alone.
        var cards: WrittenCards?
        /// Returns the source of a sound image, an index in ``ReviewFacts/files``. Throws if it cannot be read.
        package let source: @Sendable (Int) throws -> ImageReference

        /// Whether a file can be on the page more than once: a page that contains its images repeats only short ones.
        func repeats(_ file: ReviewedFile, upTo bytesMax: Int) -> Bool {
            if case .inline = policy { (file.byteCount ?? .max) <= bytesMax } else { true }
        }
    }

    /// Without its body.
    var page: Page {
        Page(title: "\(facts.title): theme report", policy: images.policy, withViewerAnd: [.fontsScript])
    }

    package func write(to html: inout HTML) throws { try page.write(to: &html, body: writeBody) }

    /// Writes the contents of the body, for a page that has other styles and scripts besides.
    func writeBody(to html: inout HTML) throws {
        let sheet = ContactSheet(of: facts, showing: selection, images: images)
        let body = PageBody(
            subject: "report", command: command, origin: facts.origin,
            versions: facts.versions,
            filter: filterForm(sheet),
            nothingFound: "No finding, image or setting matches the filter.",
            itemCount: facts.reported.count + sheet.cardCount, sections: sections(sheet))
        try body.write(to: &html, header: facts.masthead)
    }

    private func filterForm(_ sheet: ContactSheet) -> FilterForm {
        let rules = Set(facts.findings.map(\.finding.rule.rawValue)).sorted()
        let choices = [
            FilterForm.Choice(
                label: "Theme", name: "themes", everything: "All themes",
                options: facts.themes.map { ($0.id, $0.title) }),
            FilterForm.Choice(
                label: "Folder", name: "folder", isList: false, everything: "All folders",
                options: Self.withParents(facts.folders).map { ($0, $0) }),
            FilterForm.Choice(
                label: "Rule", name: "rules", everything: "All rules", options: rules.map { ($0, $0) }),
        ]
        // A page with fewer images has no others to show.
        guard selection == .all, sheet.cardCount > 0 else { return FilterForm(choices: choices) }
        let tabs: [FilterForm.Tab] = [
            (value: "", title: "All"), (value: ReportSelection.changed.rawValue, title: "Changed"),
            (value: ReportSelection.problems.rawValue, title: "Problems"),
        ]
        return FilterForm(choices: choices, tabs: tabs)
    }

    /// Returns folders with the folders that contain them, without the top.
    private static func withParents(_ folders: [String]) -> [String] {
        let parents = folders.flatMap { folder in
            folder.indices.filter { folder[$0] == "/" }.map { String(folder[..<$0]) }
        }
        return ReviewFacts.distinct(folders + parents).filter { !$0.isEmpty }
    }

    private func sections(_ sheet: ContactSheet) -> [PageSection] {
        let settings = SettingsByTheme(facts: facts, selection: selection)
        let found = PageSection(
            name: "findings", title: "Findings", count: facts.reported.count,
            lead: "The findings of verification, by rule. Errors prevent a pack; warnings do not.",
            contents: FindingList(sheet: sheet).write)
        var sections = [
            PageSection(
                name: "images", title: "Images", count: sheet.cardCount,
                lead: "Each default beside the images that replace it, pixel for pixel where it fits.",
                contents: sheet.write),
            PageSection(
                name: "coverage", title: "Coverage",
                lead: "The number of images of each folder that a theme replaces. "
                    + "Others come from its parent or the default.",
                contents: CoverageTable(facts: facts).write),
            PageSection(
                name: "settings", title: "Settings", count: settings.count,
                lead: "The values that an app gets, and the theme that sets each. A ratio is the contrast of a "
                    + "declared pair, from 1:1 to 21:1. A font that this machine lacks is drawn in the system's.",
                contents: settings.write),
        ]
        // Without findings, the page begins with images.
        sections.insert(found, at: facts.findings.isEmpty && !facts.isEmpty ? sections.endIndex : 0)
        return sections
    }
}

extension ReviewFacts {
    var masthead: Masthead {
        let tag: (String, String) =
            switch worst {
            case .error?: ("tag error", "Errors")
            case .warning?: ("tag warning", "Warnings")
            default: isEmpty ? ("tag", "Empty") : ("tag fine", "Sound")
            }
        return Masthead(kicker: "Theme report", title: title, tag: tag, verdict: verdict, totals: totals)
    }

    var verdict: String {
        let place = Words.count(themes.count, "theme")
        let errors = count(.error)
        let warnings = count(.warning)
        switch (errors, warnings) {
        case (0, 0): return isEmpty ? "There is nothing to check yet." : "\(place) without a finding."
        case (0, _): return "\(Words.count(warnings, "warning")) in \(place). Packs can be built."
        case (_, 0): return "\(Words.count(errors, "error")) in \(place)."
        default: return "\(Words.count(errors, "error")) and \(Words.count(warnings, "warning")) in \(place)."
        }
    }

    private var totals: [(String, String)] {
        let replacing = themes.filter { !$0.isDefault }
        let defaults = themes.map { $0.totalCoverage.defaults }.max() ?? 0
        return [
            Self.total(themes.count, "Theme"), Self.total(defaults, "Default image"),
            ("Replaced", Words.grouped(replacing.reduce(0) { $0 + $1.totalCoverage.replaced })),
            ("Image files", Words.bytes(byteCount)),
        ]
    }

    var versions: [String] { themes.map { "\($0.title) \($0.version?.description ?? "without a version")" } }

    private static func total(_ count: Int, _ noun: String) -> (String, String) {
        (count == 1 ? noun : noun + "s", Words.grouped(count))
    }

    /// Whether there is neither an image nor a setting.
    var isEmpty: Bool { files.isEmpty && findings.isEmpty && themes.allSatisfy(\.settings.isEmpty) }
}

/// The images and settings that a report shows. It shows all findings in any case.
package enum ReportSelection: String, CaseIterable, Sendable {
    case problems
    /// Those that a theme replaces or sets.
    case changed
    case all
}
