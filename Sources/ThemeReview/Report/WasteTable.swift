import ThemeModel

/// A table of the waste in each theme's pack.
struct WasteTable {
    let sheet: ContactSheet
    private var facts: ReviewFacts { sheet.facts }

    func write(to html: inout HTML) throws {
        let themes = facts.themes.filter { !$0.waste.items.isEmpty }
        guard !themes.isEmpty else {
            html.empty(
                "Nothing could be saved",
                "No copy of a default, no unread chunks, no unused alpha channel, no unused 16-bit samples.")
            return try writeRepeated(to: &html)
        }
        for theme in themes {
            let label =
                "\(theme.title): \(Words.bytes(theme.waste.byteCount)) of "
                + "\(Words.bytes(theme.waste.packByteCount)) could be saved (\(Words.percent(theme.waste.share)))"
            try html.table(
                "waste", label, ["Reason", "Image", "Files", "Bytes"], first: Self.itemsMax, of: theme.waste.items,
                noun: "smaller item"
            ) { item, html in try write(item, theme, to: &html) }
        }
        try writeRepeated(to: &html)
    }

    /// Writes the images that several names of a theme share, because someone may have exported one of them wrongly.
    private func writeRepeated(to html: inout HTML) throws {
        for theme in facts.themes where !theme.waste.repeated.isEmpty {
            let count = Words.count(theme.waste.repeated.count, "image")
            let label = "\(theme.title): \(count) under several names"
            try html.table(
                "waste", label, ["Image", "Files"], first: Self.itemsMax, of: theme.waste.repeated, noun: "more image"
            ) { files, html in
                let anchor = anchor("repeated", theme, files)
                try html.element(.tr, .class("item"), .id(anchor), .data(.themes, list: [theme.id])) { html in
                    try writeImage(of: files[0], to: &html)
                    writePaths(of: files, to: &html)
                }
                html.newLine()
            }
        }
    }

    /// The largest items come first, so only small ones are left out.
    private static let itemsMax = 200
    private static let filesMax = 8
    private static let box = (width: 64, height: 48)
    /// Longer images are not repeated in a page that contains its images.
    private static let inlineBytesMax = 8192

    /// A preview changes single rows.
    private func anchor(_ kind: StaticString, _ theme: ReviewedTheme, _ files: [Int], _ part: String = "") -> Anchor {
        Anchor(own: kind, of: "\(theme.id)/\(part)\(files.first.map { facts.files[$0].path } ?? "")")
    }

    private func write(_ item: WasteItem, _ theme: ReviewedTheme, to html: inout HTML) throws {
        let anchor = anchor("waste", theme, item.files, "\(item.kind.rawValue)/")
        try html.element(.tr, .class("item"), .id(anchor), .data(.themes, list: [theme.id])) { html in
            html.element(.th, .rowHeader) { html in
                html.text(item.kind.words.title)
                html.element(.small, text: item.kind.words.advice)
            }
            try writeImage(of: item.files.last ?? 0, to: &html)
            writePaths(of: item.files, item.chunks, to: &html)
            html.element(
                .td, .class("number"), text: (item.isEstimate ? "about " : "") + Words.bytes(item.byteCount))
        }
        html.newLine()
    }

    private func writeImage(of number: Int, to html: inout HTML) throws {
        let file = facts.files[number]
        try html.element(.td) { html in
            guard sheet.images.repeats(file, upTo: Self.inlineBytesMax) else { return }
            let alternative = "\(file.name?.description ?? "image")\(file.scale.suffix)"
            let shown = ImageCard.Shown(
                caption: "", alternative: alternative, content: try sheet.content(of: number))
            ImageCard.Row(images: [shown]).write(to: &html, fitting: Self.box)
        }
    }

    private func writePaths(of files: [Int], _ chunks: [String] = [], to html: inout HTML) {
        html.element(.td) { html in
            for number in files.prefix(Self.filesMax) {
                html.element(.div) { html in html.element(.code, text: facts.files[number].path) }
            }
            if files.count > Self.filesMax {
                html.element(.small, text: "and \(Words.count(files.count - Self.filesMax, "more file"))")
            }
            if !chunks.isEmpty { html.element(.small, text: Words.list(chunks)) }
        }
    }
}

extension WasteItem.Kind {
    fileprivate var words: (title: String, advice: String) {
        switch self {
        case .identical: ("Copy of the default", "Remove it: the default is used.")
        case .unreadChunks:
            ("Chunks that no renderer reads", "Remove them, for example with oxipng --strip and their names.")
        case .opaqueAlpha: ("Alpha channel of an opaque image", "Save the image without alpha.")
        case .wideSamples: ("16 bits that 8 bits hold", "Save the image with 8 bits per channel.")
        }
    }
}
