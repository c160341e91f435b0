import ThemeModel

/// A file of a tree that is named as an image: which picture it is a variant of. A class, as one is handed on from the survey
/// to the last finding, and there may be hundreds of thousands.
final class ImageFile: Sendable {
    let variant: Variant
    let file: TreeFile
    /// The tree's folder, relative to the project.
    let folder: String

    init(variant: Variant, file: TreeFile, folder: String) {
        (self.variant, self.file, self.folder) = (variant, file, folder)
    }

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
struct ImageFacts: Hashable, Sendable {
    let size: PixelSize
    let hasAlpha: Bool

    init(size: PixelSize, hasAlpha: Bool) { (self.size, self.hasAlpha) = (size, hasAlpha) }

    init(_ structure: PNGStructure) { self.init(size: structure.size, hasAlpha: structure.hasAlpha) }
}

/// An image that was decoded whole, now or by an earlier run.
struct SoundImage: Sendable {
    let facts: ImageFacts
    /// `nil` where nothing is to be packed.
    let content: VerifiedBytes?
}
