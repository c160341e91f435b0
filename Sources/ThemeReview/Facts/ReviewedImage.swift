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

    /// The state of the variant that needs the most attention.
    package var state: ReviewedState { variants.map(\.state).max() ?? .isDefault }
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
package enum ReviewedState: String, CaseIterable, Comparable, Sendable {
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

    package static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .isDefault: 0
        case .inherited: 1
        case .replaced: 2
        case .missingScale: 3
        case .missingDefault: 4
        case .mismatch: 5
        case .damaged: 6
        }
    }
}
