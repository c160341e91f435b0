import ThemeModel

/// A file of a tree that is named as an image: which picture it is a variant of. It is small, as there may be hundreds of
/// thousands: what its path is follows from the variant and the tree, by ``ImageTrees``.
struct ImageFile: Sendable {
    private(set) var variant: Variant
    /// A number of ``ImageTrees``. It lies in front, where there is room beside the scale.
    let tree: Int32
    /// What its path does not follow from; `nil` for nearly all.
    let peculiarity: Peculiarity?

    init(_ variant: Variant, in tree: Int32, _ peculiarity: Peculiarity?) {
        (self.variant, self.tree, self.peculiarity) = (variant, tree, peculiarity)
    }

    /// Lets go of its own name where another file has the same one.
    mutating func share(nameOf other: ImageFile) {
        if variant.name == other.variant.name { variant = Variant(name: other.variant.name, scale: variant.scale) }
    }

    /// A logical name at a scale.
    struct Variant: Hashable, Comparable, Sendable {
        let name: LogicalName
        let scale: Scale

        static func < (left: Self, right: Self) -> Bool {
            left.name == right.name ? left.scale < right.scale : left.name < right.name
        }
    }

    /// Of a file whose name is spelled another way than a pack spells it, or that is a link.
    final class Peculiarity: Sendable {
        let fileName: String
        let destination: String?

        init(fileName: String, destination: String?) { (self.fileName, self.destination) = (fileName, destination) }
    }
}

/// What is known of an image that was looked at.
struct ImageFacts: Hashable, Sendable {
    let size: PixelSize
    let hasAlpha: Bool

    init(size: PixelSize, hasAlpha: Bool) { (self.size, self.hasAlpha) = (size, hasAlpha) }

    init(_ structure: PNGStructure) { self.init(size: structure.size, hasAlpha: structure.hasAlpha) }
}

/// What a run saw of an image.
struct SeenImage: Sendable {
    /// `nil` if the image is not sound, or not to be packed.
    let content: VerifiedBytes?
    /// `nil` if they cannot be told. Of a themed image that is not sound nobody asks for them.
    let facts: ImageFacts?
}
