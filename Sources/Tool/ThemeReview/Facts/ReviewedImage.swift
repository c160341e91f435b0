package import ThemeModel

/// A logical name in one theme, with every scale that its default or the theme has.
package struct ReviewedImage: Hashable, Sendable {
    package var name: LogicalName
    /// In ascending order of scales. At least one.
    package var variants: [ReviewedVariant]
    /// Findings about the theme's files of this name, and about their defaults: indexes in ``ReviewFacts/findings``.
    package var findings: [Int] = []
    /// The sound files of the first theme of the chain that has any: indexes in ``ReviewFacts/files``.
    package var shownFiles: [Int] = []
    /// `nil` if the image has colors of its own.
    package var mask: ReviewedMask?

    /// The state of the variant that needs the most attention.
    package var state: ReviewedState { variants.lazy.map(\.state).max() ?? .isDefault }
}

/// An image that is a mask, in one theme.
package struct ReviewedMask: Hashable, Sendable {
    /// The color of the theme's setting; `nil` if the mask has the color of where it stands.
    package var color: ThemeColor?
    /// The ground of the declared pair whose text has this color.
    package var ground: ThemeColor?
    /// Whether the theme or one that it extends sets the color, so that the mask can look different from the default.
    package var isRecolored = false
}

/// A logical name at one scale in one theme. Files are indexes in ``ReviewFacts/files``.
package struct ReviewedVariant: Hashable, Sendable {
    package var scale: Scale
    /// `nil` if there is no default of this scale.
    package var defaultFile: Int?
    /// The theme's own file; `nil` if it has none, and in the default theme.
    package var themedFile: Int?
    /// The file that an app shows for this scale: the theme's, a parent's or the default; `nil` if there is none. It
    /// has another scale if the first theme that has the name lacks this one.
    package var shownFile: Int?
    package var state: ReviewedState
}

/// The state of a variant in a theme, in ascending order of the attention that it needs.
package enum ReviewedState: String, OrderedCases, Sendable {
    /// A sound image of the default theme.
    case isDefault = "default"
    /// The theme has no file of this name. A parent or the default theme answers.
    case inherited
    /// The theme replaces the default by a sound image that fits it.
    case replaced
    /// The theme has the name at other scales, but not at this one, which the default has.
    case missingScale = "missing-scale"
    /// The theme has a sound image without a default.
    case missingDefault = "missing-default"
    /// The image's size does not agree with its default's.
    case mismatch
    /// The theme's own image, or in the default theme the default, is not sound.
    case damaged
}

/// An image file of a project or a pack.
package struct ReviewedFile: Hashable, Sendable {
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
    /// `nil` if the file cannot be read.
    package var byteCount: Int?
    /// The SHA-256 of the bytes; `nil` unless the image is sound.
    package var digest: ContentDigest?
    /// The reason why the image cannot be shown, as a predicate whose subject is the file; `nil` if it is sound.
    package var damage: String?

    /// Of its visible pixels; `nil` if it is not known.
    package var meanColor: ThemeColor?

    package var isSound: Bool { damage == nil }
}
