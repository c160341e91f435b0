import ThemeModel
import ThemeProject

/// The images of a report by folder: each name with its default and the themes that replace it.
struct ContactSheet {
    /// A logical name with its images in the reviewed themes.
    struct Entry {
        var name: LogicalName
        /// Indexes in ``ReviewFacts/themes`` and in ``ReviewedTheme/images``.
        var images: [(theme: Int, image: Int)] = []
    }

    let facts: ReviewFacts
    let selection: ReportSelection
    /// Folders with an entry, in order.
    private(set) var folders: [(path: String, entries: [Entry])] = []
    private(set) var cardCount = 0
    private var shownNames: Set<LogicalName> = []

    init(of facts: ReviewFacts, showing selection: ReportSelection) {
        (self.facts, self.selection) = (facts, selection)
        var entries: [LogicalName: Entry] = [:]
        for (theme, reviewed) in facts.themes.enumerated() {
            for (image, named) in reviewed.images.enumerated() {
                entries[named.name, default: Entry(name: named.name)].images.append((theme, image))
            }
        }
        let shown = entries.values.filter(isShown)
        shownNames = Set(shown.map(\.name))
        cardCount = shown.count
        let byFolder = Dictionary(grouping: shown) { $0.name.folderPath }
        folders = byFolder.keys.sorted(by: UTF8Order.precedes).map { folder in
            (folder, (byFolder[folder] ?? []).sorted { $0.name < $1.name })
        }
    }

    func anchor(of name: LogicalName?) -> Anchor? {
        name.flatMap { shownNames.contains($0) ? Anchor($0.description) : nil }
    }

    var lead: String {
        switch selection {
        case .all: "Every default image beside the images that replace it, at each scale, one pixel for one pixel."
        case .changed:
            "The images that a theme replaces, beside their defaults, at each scale, one pixel for one pixel."
        case .problems: "The images with a finding, beside their defaults, at each scale, one pixel for one pixel."
        }
    }

    private func isShown(_ entry: Entry) -> Bool {
        let images = entry.images.map { facts.themes[$0.theme].images[$0.image] }
        return switch selection {
        case .all: true
        case .changed: images.contains { $0.variants.contains { $0.themedFile != nil } }
        case .problems: images.contains { $0.state >= .missingScale || !$0.findings.isEmpty }
        }
    }

    func write(to html: inout HTMLWriter, images: ReportPage.ImageAccess) throws {
        guard cardCount > 0 else { return writeEmptyState(to: &html) }
        GroundChoice.write(to: &html)
        for folder in folders where !html.hasFailed {
            try html.element(.section, .class("group")) { html in
                html.element(.h3, .class("folder")) { html in
                    html.text(folder.path.isEmpty ? "Top folder" : folder.path)
                    html.element(.span, .class("count"), text: Words.count(folder.entries.count, "image"))
                }
                try html.element(.div, .class("cards")) { html in
                    for entry in folder.entries where !html.hasFailed {
                        try card(of: entry, images: images).write(to: &html)
                    }
                }
            }
        }
    }

    private func writeEmptyState(to html: inout HTMLWriter) {
        html.element(.p, .class("empty")) { html in
            switch selection {
            case .all:
                html.element(.b, text: "No image yet")
                html.text("Put default images into the folder of assets, and a theme's images into the theme's folder.")
            case .changed:
                html.element(.b, text: "No theme replaces an image")
                html.text("Every image is the default. With --only all, the report shows the defaults.")
            case .problems:
                html.element(.b, text: "No image has a finding")
                html.text("With --only all, the report shows all images.")
            }
        }
    }
}
