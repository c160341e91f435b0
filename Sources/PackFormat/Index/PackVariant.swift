package import ThemeModel

/// An image file: one scale of a logical name.
package struct PackVariant: Hashable, Sendable {
    package var scale: Scale
    package var size: PixelSize
    package var stored: DataReference

    package init(scale: Scale, size: PixelSize, stored: DataReference) {
        self.scale = scale
        self.size = size
        self.stored = stored
    }
}
