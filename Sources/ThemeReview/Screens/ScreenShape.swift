import ThemeModel

/// A rectangle in points, from the upper left corner of a screen.
struct ScreenFrame: Equatable {
    var x: Int
    var y: Int
    var width: Int
    var height: Int

    func centered(width: Int, height: Int) -> ScreenFrame {
        ScreenFrame(x: x + (self.width - width) / 2, y: y + (self.height - height) / 2, width: width, height: height)
    }
}

/// Something that a screen draws.
struct ScreenShape: Equatable {
    enum Content: Equatable {
        case fill(ThemeColor)
        case image(ScreenImage)
        case text(ScreenText)
        /// A placeholder for a missing image, with the image's name.
        case missing(String)
        /// Words of the preview itself.
        case label(String)
    }

    let frame: ScreenFrame
    let content: Content
}

/// An image of a theme, as a screen draws it.
struct ScreenImage: Equatable {
    /// The logical name.
    var name: String
    /// An index in ``ReviewFacts/files``.
    var file: Int
    /// The name of the theme that has the image.
    var owner: String
    var isStretched: Bool
}

struct ScreenText: Equatable {
    enum Alignment: Equatable {
        case start, middle, end
    }

    var string: String
    /// `nil` for a gray that can be read on any ground.
    var color: ThemeColor?
    var fontName: String?
    var size: Int
    var weight: Int
    var alignment = Alignment.start

    /// Half of the size is a usual mean width of letters.
    var estimatedWidth: Int { string.unicodeScalars.count * size * 11 / 20 + size / 2 }
}
