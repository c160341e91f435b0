import ThemeModel
import ThemeProject

/// The first images of each theme in one row: how the themes look, before any detail.
struct ThemeStrips {
    let sheet: ContactSheet
    private var facts: ReviewFacts { sheet.facts }

    private static let imagesMax = 16
    private static let side = 64
    /// Longer files are not repeated in a page that contains its images.
    private static let inlineBytesMax = 8192

    func write(to html: inout HTML) throws {
        for theme in facts.themes where !theme.isDefault {
            let files = shown(of: theme)
            guard !files.isEmpty else { continue }
            let coverage = theme.totalCoverage
            try html.element(
                .div, .class("strip"), .id(Anchor(own: "strip", of: theme.id)), .data(.themes, list: [theme.id])
            ) { html in
                html.element(.h3) { html in
                    html.text(theme.title)
                    let all = Words.count(coverage.defaults, "image")
                    html.count("\(Words.grouped(coverage.replaced)) of \(all) replaced")
                }
                try html.element(.div, .class("row")) { html in
                    for (number, tint) in files {
                        try write(facts.files[number], number, tint, theme.ground, to: &html)
                    }
                }
            }
        }
    }

    /// Returns a file of each of the first images that a theme replaces or colors, with the color of a mask: the
    /// largest scale that is short enough.
    private func shown(of theme: ReviewedTheme) -> [(file: Int, tint: ThemeColor?)] {
        let files = theme.images.lazy.compactMap { image -> (file: Int, tint: ThemeColor?)? in
            let files = image.variants.compactMap {
                image.mask?.isRecolored == true ? $0.themedFile ?? $0.shownFile : $0.themedFile
            }
            let shown = files.last { number in
                facts.files[number].isSound && sheet.images.repeats(facts.files[number], upTo: Self.inlineBytesMax)
            }
            return shown.map { ($0, image.mask?.color) }
        }
        return Array(files.prefix(Self.imagesMax))
    }

    private func write(
        _ file: ReviewedFile, _ number: Int, _ tint: ThemeColor?, _ ground: ThemeColor?, to html: inout HTML
    ) throws {
        guard let anchor = sheet.anchor(of: file), let size = file.size, let name = file.name else { return }
        let width = Double(size.width)
        let height = Double(size.height)
        let scale = min(1, Double(Self.side) / max(width, height))
        let source = try sheet.images.source(number)
        html.element(
            .a, attributes: [.href(.place(anchor))] + ImageGround(ground, below: tint ?? file.meanColor).attributes
        ) { html in
            html.void(
                .img, .src(source), .alt(name.description), .width(max(1, Int(width * scale))),
                .height(max(1, Int(height * scale))), .lazy, tint.map(Attribute.tint))
        }
    }
}
