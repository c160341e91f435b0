/// A table of the waste in each theme's pack.
struct WasteTable {
    let facts: ReviewFacts

    func write(to html: inout HTMLWriter) {
        let themes = facts.themes.filter { !$0.waste.items.isEmpty }
        guard !themes.isEmpty else {
            html.element(.p, .class("empty")) { html in
                html.element(.b, text: "Nothing could be saved")
                html.text("No identical images, no unread chunks, no unused alpha channel, no unused 16-bit samples.")
            }
            return
        }
        for theme in themes {
            let label =
                "\(theme.title): \(Words.bytes(theme.waste.byteCount)) of "
                + "\(Words.bytes(theme.waste.packByteCount)) could be saved (\(Words.percent(theme.waste.share)))"
            html.element(.div, .class("scroll group"), .role("region"), .label(label), .tabIndex(0)) { html in
                html.element(.table, .class("waste")) { html in
                    html.element(.caption, text: label)
                    html.element(.thead) { html in
                        html.element(.tr) { html in
                            html.element(.th, .columnHeader, text: "Reason")
                            html.element(.th, .columnHeader, text: "Files")
                            html.element(.th, .class("number"), .columnHeader, text: "Bytes")
                        }
                    }
                    html.element(.tbody) { html in
                        for item in theme.waste.items.prefix(Self.itemsMax) { write(item, theme, to: &html) }
                    }
                }
                let more = theme.waste.items.count - Self.itemsMax
                if more > 0 {
                    html.element(.p, .class("more"), text: "and \(Words.count(more, "smaller item")).")
                }
            }
        }
    }

    /// The largest items come first, so only small ones are left out.
    private static let itemsMax = 200
    private static let filesMax = 8

    private func write(_ item: WasteItem, _ theme: ReviewedTheme, to html: inout HTMLWriter) {
        // A preview changes single rows.
        let path = item.files.first.map { facts.files[$0].path } ?? ""
        let anchor = Anchor(own: "waste", of: "\(theme.id)/\(item.kind.rawValue)/\(path)")
        html.element(.tr, .class("item"), .id(anchor), .data(.themes, list: [theme.id])) { html in
            html.element(.th, .rowHeader) { html in
                html.text(item.kind.title)
                html.element(.small, text: item.kind.advice)
            }
            html.element(.td) { html in
                for number in item.files.prefix(Self.filesMax) {
                    html.element(.div) { html in html.element(.code, text: facts.files[number].path) }
                }
                if item.files.count > Self.filesMax {
                    html.element(.small, text: "and \(Words.count(item.files.count - Self.filesMax, "more file"))")
                }
                if !item.chunks.isEmpty { html.element(.small, text: Words.list(item.chunks)) }
            }
            html.element(
                .td, .class("number"), text: (item.isEstimate ? "about " : "") + Words.bytes(item.byteCount))
        }
        html.newLine()
    }
}

extension WasteItem.Kind {
    var title: String {
        switch self {
        case .identical: "Identical images"
        case .unreadChunks: "Chunks that no renderer reads"
        case .opaqueAlpha: "Alpha channel of an opaque image"
        case .wideSamples: "16 bits that 8 bits hold"
        }
    }

    var advice: String {
        switch self {
        case .identical: "Keep one file, or leave the image to the default."
        case .unreadChunks: "Remove them, for example with oxipng --strip and their names."
        case .opaqueAlpha: "Save the image without alpha."
        case .wideSamples: "Save the image with 8 bits per channel."
        }
    }
}
