package import ThemeModel

package struct PackImage: Hashable, Sendable {
    package var name: LogicalName
    /// At least one, in ascending order of scales.
    package var variants: [PackVariant]

    package init(name: LogicalName, variants: [PackVariant]) { (self.name, self.variants) = (name, variants) }

    /// Returns the images of variants that are sorted by name.
    package static func grouping(_ variants: some Sequence<(LogicalName, PackVariant)>) -> [PackImage] {
        var images: [PackImage] = []
        for (name, variant) in variants {
            if images.last?.name == name {
                images[images.count - 1].variants.append(variant)
            } else {
                images.append(PackImage(name: name, variants: [variant]))
            }
        }
        return images
    }
}
