import ThemeModel
import ThemeProject

/// The properties of an image that are compared with its default's.
struct ImageFacts: Hashable, Sendable {
    let size: PixelSize
    let hasAlpha: Bool
    /// `nil` if only the head was read, or if the pixels are not looked at.
    var content: PixelContent?
}

extension ImageFacts {
    init(_ structure: PNGStructure, content: PixelContent? = nil) {
        self.init(size: structure.size, hasAlpha: structure.hasAlpha, content: content)
    }

    /// Whether the headers of two images say the same.
    func hasHeader(of other: ImageFacts) -> Bool { size == other.size && hasAlpha == other.hasAlpha }
}
