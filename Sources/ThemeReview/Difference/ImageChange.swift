package import ThemePackager

/// An image that differs between two versions of a theme.
package enum ImageChange: Sendable {
    case added(StoredImage)
    case removed(StoredImage)
    /// The same bytes have another name or scale.
    case renamed(StoredImage, StoredImage)
    /// The sizes in pixels differ, or one of them cannot be read.
    case resized(StoredImage, StoredImage)
    case replaced(StoredImage, StoredImage, ImageLooks)

    package var old: StoredImage? {
        switch self {
        case .added: nil
        case .removed(let old), .renamed(let old, _), .resized(let old, _), .replaced(let old, _, _): old
        }
    }

    package var new: StoredImage? {
        switch self {
        case .removed: nil
        case .added(let new), .renamed(_, let new), .resized(_, let new), .replaced(_, let new, _): new
        }
    }

    /// The image by its current name; by its former one if it is gone.
    package var image: StoredImage {
        switch self {
        case .added(let image), .removed(let image), .renamed(_, let image), .resized(_, let image),
            .replaced(_, let image, _):
            image
        }
    }

    package var kind: Kind {
        switch self {
        case .added: .added
        case .removed: .gone
        case .renamed: .renamed
        case .resized: .resized
        case .replaced(_, _, .swapped): .swapped
        case .replaced(_, _, .unknown): .undecodable
        case .replaced(_, _, let looks): looks.isSame ? .same : .changed
        }
    }

    /// The kinds of changes, in the order in which they are shown.
    package enum Kind: String, OrderedCases, Sendable {
        case resized, gone, renamed, swapped, changed, undecodable, added, same
    }

    /// Whether apps miss a name that they could ask for, or get another size. The name of a default must stay; another
    /// theme's image only replaces it.
    package func isBreaking(in theme: ThemeID) -> Bool {
        switch self {
        case .removed, .renamed: theme == .default
        case .resized: true
        case .added, .replaced: false
        }
    }

    package var isAddition: Bool {
        switch self {
        case .added, .renamed: true
        case .removed, .resized, .replaced: false
        }
    }
}

/// The appearance of an image whose bytes have changed and whose size has not.
package enum ImageLooks: Sendable {
    case different(PixelComparison)
    /// Each of two images has the other's former bytes.
    case swapped(with: StoredImage)
    /// The pixels are equal. The chunks that change how they are shown differ: gamma, profiles, frames, orientation.
    case samePixels(differingChunks: [String])
    /// One of the images does not decode.
    case unknown(PixelComparison.Failure)

    /// Whether both images look the same everywhere.
    package var isSame: Bool { if case .samePixels(differingChunks: []) = self { true } else { false } }
}
