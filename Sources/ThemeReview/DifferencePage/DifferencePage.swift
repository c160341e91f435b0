import ThemeModel

/// The differences between two versions of a theme as one HTML page, which contains its images.
package struct DifferencePage {
    let difference: ThemeDifference
    /// The sentence below the title.
    let summary: String
    /// Browsers show larger pages slowly. Images beyond it are only described.
    var embeddedBytesMax = 10_000_000

    /// - Parameter summary: of the differences, in one line.
    package init(_ difference: ThemeDifference, summary: String) {
        self.difference = difference
        self.summary = summary
    }

    /// Returns the whole document.
    package func bytes() -> [UInt8] {
        let page = Page(
            title: name + (difference.versions.map { ": \($0) and \($1)" } ?? ""),
            policy: SecurityPolicy(images: .inline), styles: [.baseStyle, .viewerStyle, .reportStyle],
            scripts: [
                .viewerScript, .comparisonScript, .filterScript, .keysScript, .boxesScript,
            ])
        return HTMLWriter.bytes { html in page.write(to: &html, body: writeBody) }
    }

    private var name: String { difference.isOfSelection ? difference.new.title : difference.new.theme.name }

    private func writeBody(to html: inout HTMLWriter) {
        let body = PageBody(
            subject: "differences", command: "diff", filter: filterForm,
            nothingFound: "No difference matches the filter.", itemCount: difference.images.count, sections: sections)
        body.write(to: &html, header: writeHeader, notice: writeNotice)
    }

    private func writeNotice(to html: inout HTMLWriter) {
        guard difference.isEmpty else { return }
        html.element(.p, .class("empty")) { html in
            html.element(.b, text: "No differences")
            html.text("Images, settings, resources and properties are the same.")
        }
    }

    private func writeHeader(to html: inout HTMLWriter) {
        let (old, new) = (difference.old, difference.new)
        html.element(.header, .class("masthead")) { html in
            html.element(
                .p, .class("kicker"),
                text: difference.isOfSelection ? "Two versions of what apps show" : "Two versions of a theme")
            html.element(.h1, text: name)
            html.element(.p, .class("verdict")) { html in
                switch (difference.isEmpty, difference.breakingCount) {
                case (true, _): html.element(.span, .class("tag fine"), text: "Same")
                case (_, 0): html.element(.span, .class("tag warning"), text: "Changed")
                default: html.element(.span, .class("tag error"), text: "Breaking")
                }
                html.text(" \(summary)")
            }
            html.values(
                .class("totals"),
                (difference.versions.map { [("Old version", "\($0)"), ("New version", "\($1)")] } ?? []) + [
                    ("Changes", Words.grouped(difference.changeCount)),
                    ("Breaking", Words.grouped(difference.breakingCount)),
                ])
            html.element(.p, .class("lead")) { html in
                html.text("Old: ")
                html.element(.code, text: old.label)
                html.text(", new: ")
                html.element(.code, text: new.label)
            }
        }
    }

    private var filterForm: FilterForm {
        let used = Set(difference.images.map { DifferenceGroup(of: $0) })
        let groups = DifferenceGroup.allCases.filter(used.contains).map { ($0.rawValue, $0.title) }
        return FilterForm(choices: [
            FilterForm.Choice(
                label: "Change", attribute: .rules, everything: "All changes",
                options: [("breaking", "Breaking")] + groups)
        ])
    }

    private var sections: [PageSection<Never>] {
        let tables = DifferenceTables(difference: difference)
        let images = DifferenceImages(difference: difference, embeddedBytesMax: embeddedBytesMax)
        let all: [PageSection<Never>] = [
            PageSection(
                "images", "Images", count: images.cardCount,
                lead: "The old image beside the new one, pixel for pixel where it fits. Select one to compare them.",
                contents: images.write),
            PageSection(
                "same", "Same pixels", count: images.same.count, lead: "Images with other bytes and the same pixels.",
                contents: images.writeSame),
            PageSection(
                "settings", "Settings", count: difference.settings.count,
                lead: "The values that the theme sets itself.", contents: tables.writeSettings),
            PageSection(
                "resources", "Resources", count: difference.resources.count,
                lead: "Files that are packed as they are.", contents: tables.writeResources),
            PageSection(
                "theme", "Theme", count: difference.properties.count, lead: "The properties in theme.json.",
                contents: tables.writeProperties),
        ]
        return all.filter(\.isShown)
    }
}
