extension ReportPage {
    /// Returns the sections in order.
    func sections(_ sheet: ContactSheet) -> [PageSection<any Error>] {
        let findings = FindingList(facts: facts, sheet: sheet, images: images)
        let settings = SettingsByTheme(facts: facts, selection: selection)
        let contrast = ContrastTable(facts: facts, selection: selection)
        var sections: [PageSection<any Error>] = [
            PageSection(
                "findings", "Findings", count: facts.findings.count,
                lead: "The findings of verification, by theme. Errors prevent a pack; warnings do not.",
                contents: findings.write),
            PageSection("images", "Images", count: sheet.cardCount, lead: sheet.lead) { [images] html in
                try sheet.write(to: &html, images: images)
            },
            PageSection(
                "coverage", "Coverage",
                lead: "The number of images of each folder that a theme replaces. "
                    + "Others come from its parent or the default.",
                contents: CoverageTable(facts: facts).write),
            PageSection(
                "settings", "Settings", count: settings.count,
                lead: "The values that an app gets, and the theme that sets each. "
                    + "A font that this machine lacks is drawn in the system's.",
                contents: settings.write),
        ]
        if contrast.isDeclared {
            sections.append(
                PageSection(
                    "contrast", "Contrast", count: contrast.count,
                    lead: "The declared pairs of text and ground, by WCAG 2.2: from 1:1, the same color, to 21:1.",
                    contents: contrast.write))
        }
        sections.append(
            PageSection(
                "waste", "Waste", lead: "Bytes of a pack that could be saved without a visible change.",
                contents: WasteTable(facts: facts).write))
        return sections
    }
}
