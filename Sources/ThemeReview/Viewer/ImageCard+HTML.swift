extension ImageCard {
    /// The images of a row are drawn at one scale, pixel for pixel if the largest of them fits into this box.
    private static let (widthMax, heightMax) = (300, 220)

    static func shown(_ pixels: Int, _ scale: Double) -> Int { max(1, Int((Double(pixels) * scale).rounded())) }

    package func write(to html: inout HTMLWriter) {
        let attributes: [Attribute] = [
            width, .id(anchor), .data(.themes, list: themes), .data(.rules, list: rules),
            .data(.folder, folder),
        ]
        html.element(.article, attributes: attributes) { html in
            html.element(.h4) { html in html.element(.a, .href(.place(anchor)), text: title) }
            for row in rows { row.write(to: &html, fitting: (Self.widthMax, Self.heightMax)) }
            ImageCard.write(notes, to: &html)
        }
        html.newLine()
    }

    package static func write(_ notes: [Note], to html: inout HTMLWriter) {
        guard !notes.isEmpty else { return }
        html.element(.ul, .class("notes")) { html in
            for note in notes {
                html.element(.li, note.kind.attribute) { html in
                    if let word = note.kind.word { html.element(.b, text: word) }
                    html.text(note.text)
                    if let label = note.label {
                        html.text(" ")
                        html.element(.code, text: label)
                    }
                }
            }
        }
    }

    /// The classes of cards that need the width of one column, two columns, and so on.
    private static let widths: [Attribute] = [
        .class("card item"), .class("card item w2"), .class("card item w3"), .class("card item w4"),
        .class("card item w5"), .class("card item w6"), .class("card item w7"),
    ]
    /// The width of a column with the gap, and the padding around an image and around a card, as in ``ViewerStyle``.
    private static let (column, padding) = (180, 24)

    private var width: Attribute {
        let needed = rows.map { row in
            let shot = max(72, row.shownCanvas(in: (Self.widthMax, Self.heightMax)).width + Self.padding) + 8
            return shot * row.images.count + Self.padding
        }
        let columns = ((needed.max() ?? 0) + Self.column - 1) / Self.column
        // The words of a note need room.
        return Self.widths[min(max(columns, notes.isEmpty ? 1 : 2), Self.widths.count) - 1]
    }
}

extension ImageCard.Row {
    var canvas: (width: Int, height: Int) {
        images.reduce(into: (1, 1)) { canvas, image in
            guard case .image(_, let width, let height) = image.content else { return }
            canvas = (max(canvas.0, width), max(canvas.1, height))
        }
    }

    /// At most 1, so that an image is never larger than its pixels.
    private func scale(in box: (width: Int, height: Int)) -> Double {
        let canvas = canvas
        return min(1, Double(box.width) / Double(canvas.width), Double(box.height) / Double(canvas.height))
    }

    func shownCanvas(in box: (width: Int, height: Int)) -> (width: Int, height: Int) {
        let (canvas, scale) = (canvas, scale(in: box))
        return (ImageCard.shown(canvas.width, scale), ImageCard.shown(canvas.height, scale))
    }

    /// Writes the row alone, for example beside a finding.
    package func write(to html: inout HTMLWriter, fitting box: (width: Int, height: Int)) {
        let scale = scale(in: box)
        let attributes: [Attribute] = [.class("row")] + (anchor.map { [.id($0)] } ?? [])
        html.element(.div, attributes: attributes) { html in
            if !label.isEmpty { html.element(.p, .class("scale"), text: label) }
            for image in images { image.write(to: &html, scale: scale, canvas: canvas, reference: images.first) }
        }
    }
}

extension ImageCard.Shown {
    fileprivate func write(
        to html: inout HTMLWriter, scale: Double, canvas: (width: Int, height: Int), reference: ImageCard.Shown?
    ) {
        var attributes: [Attribute] = [mismatch == nil ? .class("shot") : .class("shot off")]
        if let theme { attributes.append(.data(.themes, list: [theme])) }
        html.element(.figure, attributes: attributes) { html in
            html.element(.div, .class("ground")) { html in
                switch content {
                case .image(let source, let width, let height):
                    html.void(
                        .img,
                        attributes: [
                            .src(source), .alt(alternative), .width(ImageCard.shown(width, scale)),
                            .height(ImageCard.shown(height, scale)), .lazy, .data(.size, "\(width)x\(height)"),
                        ] + (path.map { [.title($0)] } ?? []))
                    // The largest image alone makes its ground as large as the canvas.
                    if (width, height) != canvas { Self.writeFrame(canvas, scale, isVisible: false, to: &html) }
                    if mismatch != nil, case .image(_, let width, let height)? = reference?.content {
                        Self.writeFrame((width, height), scale, isVisible: true, to: &html)
                    }
                case .absent(let words):
                    Self.writeFrame(canvas, scale, isVisible: false, to: &html)
                    html.element(.p, .class("absent"), text: words)
                }
            }
            html.element(.figcaption) { html in
                html.element(.b, text: caption)
                if let mismatch {
                    html.element(.span, .class("mismatch"), text: mismatch)
                } else if case .image(_, let width, let height) = content {
                    html.text("\(width) × \(height) px")
                }
            }
        }
    }
}

extension ImageCard.Shown {
    private static func writeFrame(
        _ size: (width: Int, height: Int), _ scale: Double, isVisible: Bool, to html: inout HTMLWriter
    ) {
        html.element(
            .svg, isVisible ? .class("frame") : .class("canvas"), .ariaHidden,
            .width(ImageCard.shown(size.width, scale)), .height(ImageCard.shown(size.height, scale))
        ) { html in
            if isVisible { html.element(.rect, .class("edge"), text: "") }
        }
    }
}

extension ImageCard.Note.Kind {
    fileprivate var attribute: Attribute {
        switch self {
        case .error: .class("error")
        case .warning: .class("warning")
        case .plain: .class("plain")
        }
    }

    fileprivate var word: String? {
        switch self {
        case .error: "Error"
        case .warning: "Warning"
        case .plain: nil
        }
    }
}
