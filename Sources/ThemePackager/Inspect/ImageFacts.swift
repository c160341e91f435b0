import ThemeModel
import ThemeProject

struct ImageFacts: Hashable, Sendable {
    let size: PixelSize
    let hasAlpha: Bool

    init(size: PixelSize, hasAlpha: Bool) { (self.size, self.hasAlpha) = (size, hasAlpha) }

    init(_ structure: PNGStructure) { self.init(size: structure.size, hasAlpha: structure.hasAlpha) }
}
