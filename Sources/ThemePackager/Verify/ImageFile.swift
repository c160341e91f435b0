import ThemeModel

/// A file of a tree that is named as an image: which picture it is a variant of.
struct ImageFile: Sendable {
    let variant: Variant
    let file: TreeFile
    /// The tree's folder, relative to the project.
    let folder: String

    /// Relative to the project.
    var path: String { "\(folder)/\(file.path)" }

    /// A logical name at a scale.
    struct Variant: Hashable, Comparable, Sendable {
        let name: LogicalName
        let scale: Scale

        static func < (left: Self, right: Self) -> Bool {
            left.name == right.name ? left.scale < right.scale : left.name < right.name
        }
    }
}

/// What is known of an image that was looked at.
struct ImageFacts: Sendable {
    let size: PixelSize
    let hasAlpha: Bool

    init(_ structure: PNGStructure) { (size, hasAlpha) = (structure.size, structure.hasAlpha) }
}

/// An image that was read and decoded whole.
struct SoundImage: Sendable {
    let facts: ImageFacts
    /// `nil` where nothing is to be packed.
    let content: VerifiedBytes?
}
