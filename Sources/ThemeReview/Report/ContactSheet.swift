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
    /// Sorted.
    private let shownNames: [LogicalName]

    init(of facts: ReviewFacts, showing selection: ReportSelection) {
        (self.facts, self.selection) = (facts, selection)
        let shown = Self.entries(of: facts).filter { Self.isShown($0, in: facts, selection) }
        shownNames = shown.map(\.name)
        var numbers: [String: Int] = [:]
        var last: Int?
        for entry in shown {
            // Neighbors are usually in the same folder.
            if let last, UTF8Order.equal(folders[last].entries[0].name.path.folder, entry.name.path.folder) {
                folders[last].entries.append(entry)
                continue
            }
            let path = entry.name.folderPath
            if let number = numbers[path] {
                folders[number].entries.append(entry)
                last = number
            } else {
                (numbers[path], last) = (folders.count, folders.count)
                folders.append((path, [entry]))
            }
        }
        folders.sort { UTF8Order.precedes($0.path, $1.path) }
    }

    /// Returns the names of all themes in order.
    private static func entries(of facts: ReviewFacts) -> [Entry] {
        var entries: [Entry] = []
        var next = [Int](repeating: 0, count: facts.themes.count)
        func name(_ theme: Int) -> LogicalName? {
            let images = facts.themes[theme].images
            return next[theme] < images.count ? images[next[theme]].name : nil
        }
        while let first = facts.themes.indices.lazy.compactMap(name).min() {
            var entry = Entry(name: first)
            for theme in facts.themes.indices where name(theme) == first {
                entry.images.append((theme, next[theme]))
                next[theme] += 1
            }
            entries.append(entry)
        }
        return entries
    }

    var cardCount: Int { shownNames.count }

    /// Returns the place of a file's scale in its card; `nil` if the sheet does not show it.
    func anchor(of file: ReviewedFile?) -> Anchor? {
        guard let file, let name = file.name else { return nil }
        let index = shownNames.partitioningIndex { $0 >= name }
        guard index < shownNames.count, shownNames[index] == name else { return nil }
        return Anchor(name.description + file.scale.suffix)
    }

    var lead: String {
        switch selection {
        case .all:
            "Every default image beside the images that replace it, at each scale, pixel for pixel where it fits."
        case .changed:
            "The images that a theme replaces, beside their defaults, at each scale, pixel for pixel where it fits."
        case .problems:
            "The images with a finding, beside their defaults, at each scale, pixel for pixel where it fits."
        }
    }

    private static func isShown(_ entry: Entry, in facts: ReviewFacts, _ selection: ReportSelection) -> Bool {
        if selection == .all { return true }
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
            let title = folder.path.isEmpty ? "Top folder" : folder.path
            for group in CardGroup.all(of: folder.entries.map(shape), title: title, folder: folder.path)
            where !html.hasFailed {
                try group.write(to: &html) { html in
                    try html.parts(group.range.count, jobs: images.jobs) { number, html in
                        let entry = folder.entries[group.range.lowerBound + number]
                        try card(of: entry, images: images).write(to: &html, in: group.grid)
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
