/// The sections of a report, in order.
struct ReportSections {
    let all: [(section: PageSection, contents: (inout HTMLWriter) throws -> Void)]

    init(_ facts: ReviewFacts, _ selection: ReportSelection, _ sheet: ContactSheet, _ images: ReportPage.ImageAccess) {
        let findings = FindingList(facts: facts, sheet: sheet, images: images)
        let settings = SettingsByTheme(facts: facts, selection: selection)
        let contrast = ContrastTable(facts: facts, selection: selection)
        var all: [(PageSection, (inout HTMLWriter) throws -> Void)] = [
            (
                PageSection(
                    "findings", title: "findings-title", "Findings", count: facts.findings.count,
                    lead: "The findings of verification, by theme. Errors prevent a pack; warnings do not."),
                findings.write
            ),
            (
                PageSection(
                    "images", title: "images-title", "Images", count: sheet.cardCount, lead: sheet.lead),
                { try sheet.write(to: &$0, images: images) }
            ),
            (
                PageSection(
                    "coverage", title: "coverage-title", "Coverage",
                    lead: "The number of images of each folder that a theme replaces. "
                        + "Others come from its parent or the default."),
                CoverageTable(facts: facts).write
            ),
            (
                PageSection(
                    "settings", title: "settings-title", "Settings", count: settings.count,
                    lead: "The values that an app gets, and the theme that sets each. "
                        + "A font that this machine lacks is drawn in the system's."),
                settings.write
            ),
        ]
        if contrast.isDeclared {
            all.append(
                (
                    PageSection(
                        "contrast", title: "contrast-title", "Contrast", count: contrast.count,
                        lead: "The declared pairs of text and ground, by WCAG 2.2: from 1:1, the same color, to 21:1."),
                    contrast.write
                ))
        }
        all.append(
            (
                PageSection(
                    "waste", title: "waste-title", "Waste",
                    lead: "Bytes of a pack that could go without a visible change."),
                WasteTable(facts: facts).write
            ))
        self.all = all
    }
}
