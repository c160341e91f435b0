package import ThemeModel

/// The contrast of a declared pair in one theme.
package struct ContrastResult: Hashable, Sendable {
    package enum Verdict: String, CaseIterable, Sendable {
        case passes
        /// The ratio is below the pair's minimum.
        case fails
        /// A setting is not set, or is not a color.
        case unknown
    }

    package var pair: ContrastPair
    package var text: Side
    package var ground: Side
    /// From 1 to 21, by WCAG 2.2; `nil` if a side has no color.
    package var ratio: Double?

    /// A setting of the pair as the theme resolves it.
    package struct Side: Hashable, Sendable {
        /// `nil` if the setting is not set, or is not a color.
        package var color: ThemeColor?
        /// The id of the theme that sets it; `nil` if no theme of the chain does.
        package var origin: String?

        package init(color: ThemeColor? = nil, origin: String? = nil) { (self.color, self.origin) = (color, origin) }
    }

    package init(pair: ContrastPair, text: Side, ground: Side, ratio: Double? = nil) {
        (self.pair, self.text, self.ground, self.ratio) = (pair, text, ground, ratio)
    }

    package var verdict: Verdict { ratio.map { $0 >= pair.minimum ? .passes : .fails } ?? .unknown }
}
