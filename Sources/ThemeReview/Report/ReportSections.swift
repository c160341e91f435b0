/// The sections of a report, in order.
struct ReportSections {
    struct Section {
        let anchor: Anchor
        let titleAnchor: Anchor
        let title: String
        let count: Int?
        /// A sentence below the title.
        let lead: String
        let contents: (inout HTMLWriter) throws -> Void

        init(
            _ name: StaticString, title titleName: StaticString, _ title: String, count: Int? = nil, lead: String,
            contents: @escaping (inout HTMLWriter) throws -> Void
        ) {
            (anchor, titleAnchor) = (Anchor(own: name), Anchor(own: titleName))
            (self.title, self.count, self.lead, self.contents) = (title, count, lead, contents)
        }

        func writeLink(to html: inout HTMLWriter) {
            html.element(.a, .href(.place(anchor))) { html in
                html.text(title)
                if let count { html.element(.span, .class("count"), text: Words.grouped(count)) }
            }
        }

        func write(to html: inout HTMLWriter) throws {
            html.newLine()
            try html.element(.section, .id(anchor), .labelled(by: titleAnchor)) { html in
                html.element(.h2, .id(titleAnchor), text: title)
                html.element(.p, .class("lead"), text: lead)
                try contents(&html)
            }
        }
    }

    let all: [Section]

    init(_ facts: ReviewFacts, _ selection: ReportSelection, _ sheet: ContactSheet, _ images: ReportPage.ImageAccess) {
        let findings = FindingList(facts: facts, sheet: sheet, images: images)
        let settings = SettingsByTheme(facts: facts, selection: selection)
        let contrast = ContrastTable(facts: facts, selection: selection)
        var all = [
            Section(
                "findings", title: "findings-title", "Findings", count: facts.findings.count,
                lead: "What verification found, by theme. Errors prevent a pack; warnings do not.",
                contents: findings.write),
            Section(
                "images", title: "images-title", "Images", count: sheet.cardCount, lead: sheet.lead,
                contents: { try sheet.write(to: &$0, images: images) }),
            Section(
                "coverage", title: "coverage-title", "Coverage",
                lead:
                    "How many images of each folder a theme replaces. The default or a parent answers for the others.",
                contents: CoverageTable(facts: facts).write),
            Section(
                "settings", title: "settings-title", "Settings", count: settings.count,
                lead: "The values that an app gets, and the theme that sets each. "
                    + "A font that this machine lacks is drawn in the system's.", contents: settings.write),
        ]
        if contrast.isDeclared {
            all.append(
                Section(
                    "contrast", title: "contrast-title", "Contrast", count: contrast.count,
                    lead: "The declared pairs of text and ground, by WCAG 2.2: from 1:1, the same color, to 21:1.",
                    contents: contrast.write))
        }
        all.append(
            Section(
                "waste", title: "waste-title", "Waste",
                lead: "Bytes of a pack that could go without a visible change.",
                contents: WasteTable(facts: facts).write))
        self.all = all
    }
}
