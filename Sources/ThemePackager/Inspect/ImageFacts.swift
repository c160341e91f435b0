import ThemeModel
import ThemeProject

/// The properties of an image that are compared with its default's.
struct ImageFacts: Hashable, Sendable {
    let size: PixelSize
    let hasAlpha: Bool

    init(size: PixelSize, hasAlpha: Bool) { (self.size, self.hasAlpha) = (size, hasAlpha) }

    init(_ structure: PNGStructure) { self.init(size: structure.size, hasAlpha: structure.hasAlpha) }
}
