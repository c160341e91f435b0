/// The number and size of a card's images, on which the size of the card depends.
package struct CardShape: Hashable, Sendable {
    package struct Row: Hashable, Sendable {
        package var imageCount: Int
        /// The pixels of the largest image.
        package var width = 1
        package var height = 1
        package var hasLabel = false

        /// At most 1, so that an image is never larger than its pixels.
        func scale(in box: (width: Int, height: Int)) -> Double {
            min(1, Double(box.width) / Double(width), Double(box.height) / Double(height))
        }

        /// The size on the screen.
        func shownCanvas(in box: (width: Int, height: Int)) -> (width: Int, height: Int) {
            let scale = scale(in: box)
            return (ImageCard.shown(width, scale), ImageCard.shown(height, scale))
        }
    }

    package var rows: [Row]
    package var noteCount = 0

    // Lengths of `ViewerStyle`: of a ground with its padding, between images, of a card's padding with its border.
    private static let (groundMin, groundPadding, gap, cardPadding) = (72, 20, 8, 26)
    /// The words of a note need room.
    private static let noteWidth = 300
    private static let (titleHeight, captionHeight, labelHeight, noteHeight, rowGap) = (20, 40, 21, 36, 12)

    /// The CSS pixels that the card needs.
    package var width: Int {
        let images = rows.map { row in
            let ground = max(Self.groundMin, row.shownCanvas(in: ImageCard.box).width + Self.groundPadding)
            return (ground + Self.gap) * row.imageCount - Self.gap
        }
        return max(images.max() ?? 0, noteCount > 0 ? Self.noteWidth : 0) + Self.cardPadding
    }

    /// The approximate height of the card in CSS pixels.
    package var height: Int {
        rows.reduce(Self.titleHeight + Self.cardPadding + noteCount * Self.noteHeight) { height, row in
            let ground = max(Self.groundMin, row.shownCanvas(in: ImageCard.box).height + Self.groundPadding)
            return height + ground + Self.captionHeight + (row.hasLabel ? Self.labelHeight : 0) + Self.rowGap
        }
    }
}

extension ImageCard {
    /// The images of a row are drawn at one scale, pixel for pixel if the largest of them fits into this box.
    static let box = (width: 300, height: 220)

    static func shown(_ pixels: Int, _ scale: Double) -> Int { max(1, Int((Double(pixels) * scale).rounded())) }

    package var shape: CardShape { CardShape(rows: rows.map(\.shape), noteCount: notes.count) }
}

extension ImageCard.Row {
    package var shape: CardShape.Row {
        images.reduce(into: CardShape.Row(imageCount: images.count, hasLabel: !label.isEmpty)) { shape, image in
            guard case .image(_, let width, let height) = image.content else { return }
            (shape.width, shape.height) = (max(shape.width, width), max(shape.height, height))
        }
    }
}
