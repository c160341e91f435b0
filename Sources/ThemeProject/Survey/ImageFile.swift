package import ThemeModel

/// An image in a tree. A project can have hundreds of thousands, so ``ImageTrees`` derives their paths.
package struct ImageFile: Sendable {
    package private(set) var variant: Variant
    /// The number of the tree in ``ImageTrees``. At this place it fits into the padding after the scale.
    package let tree: Int32
    /// `nil` for nearly all images: their paths can be derived.
    let unusualPath: UnusualPath?

    /// Replaces the name by the equal name of another file, so that both share memory.
    mutating func share(nameOf other: ImageFile) {
        if variant.name == other.variant.name { variant = Variant(name: other.variant.name, scale: variant.scale) }
    }

    package struct Variant: Hashable, Comparable, Sendable {
        package let name: LogicalName
        package let scale: Scale

        package static func < (left: Self, right: Self) -> Bool {
            left.name == right.name ? left.scale < right.scale : left.name < right.name
        }
    }

    /// The path of a link, or of a file whose name has another spelling in packs.
    final class UnusualPath: Sendable {
        let fileName: String
        let destination: String?

        init(fileName: String, destination: String?) { (self.fileName, self.destination) = (fileName, destination) }
    }
}
