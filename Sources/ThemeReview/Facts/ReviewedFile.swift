package import ThemeModel

/// An image file of a project or a pack.
package struct ReviewedFile: Hashable, Sendable {
    /// The place of the bytes.
    package enum Source: Hashable, Sendable {
        /// A path for opening the file.
        case file(String)
        /// A range of a pack's bytes.
        case pack(path: String, offset: Int)
    }

    /// Relative to the project. For a pack, the path as given, with the entry after `!/`. Can contain any character.
    package var path: String
    package var source: Source
    /// `nil` for a file that only a finding names.
    package var name: LogicalName?
    package var scale: Scale = .one
    /// The id of the theme that the file belongs to; `nil` for a default.
    package var owner: String?
    /// `nil` if the header cannot be read.
    package var size: PixelSize?
    package var hasAlpha = false
    /// `nil` if the file cannot be read.
    package var byteCount: Int?
    /// The SHA-256 of the bytes; `nil` unless the image is sound.
    package var digest: ContentDigest?
    /// The reason why the image cannot be shown, as a predicate whose subject is the file; `nil` if it is sound.
    package var damage: String?
    /// Findings about the file: indexes in ``ReviewFacts/findings``.
    package var findings: [Int] = []

    package var isSound: Bool { damage == nil }
}
