package import ThemePackager

/// An image that differs between two versions of a theme.
package struct ImageChange: VersionChange {
    /// The image by its current name; by its former one if it is gone.
    package let image: StoredImage
    /// `nil` for a new image.
    package let old: StoredImage?
    package let difference: Difference
    /// Whether it is a default, whose name must stay. Another theme's image only replaces it.
    let isDefault: Bool

    package enum Difference: Sendable {
        case added, removed
        /// The same bytes have another name or scale.
        case renamed
        /// The sizes in pixels differ, or one of them cannot be read.
        case resized
        /// Each of two images has the other's former bytes.
        case swapped(with: StoredImage)
        case pixels(PixelComparison)
        /// The pixels are equal. The chunks that change how they are shown differ: gamma, profiles, orientation.
        case bytes(differingChunks: [String])
        /// One of the images does not decode.
        case undecodable(PixelComparison.Failure)
    }

    /// `nil` for an image that is gone.
    package var new: StoredImage? { kind == .gone ? nil : image }

    package var kind: Kind {
        switch difference {
        case .added: .added
        case .removed: .gone
        case .renamed: .renamed
        case .resized: .resized
        case .swapped: .swapped
        case .bytes(differingChunks: []): .same
        case .pixels, .bytes: .changed
        case .undecodable: .undecodable
        }
    }

    /// The kinds of changes, in the order in which they are shown.
    package enum Kind: String, OrderedCases, Sendable {
        case resized, gone, renamed, swapped, changed, undecodable, added, same
    }

    package var name: String { image.title }

    package var step: VersionStep {
        switch kind {
        case .resized: .major
        case .gone where isDefault, .renamed where isDefault: .major
        case .added, .renamed: .minor
        case .gone, .swapped, .changed, .undecodable, .same: .patch
        }
    }
}
