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

    /// A setting of the pair as the theme resolves it.
    package struct Side: Hashable, Sendable {
        /// `nil` if the setting is not set, or is not a color.
        package var color: ThemeColor?
        /// The id of the theme that sets it; `nil` if no theme of the chain does.
        package var origin: String?

        package init(color: ThemeColor? = nil, origin: String? = nil) { (self.color, self.origin) = (color, origin) }
    }

    package init(pair: ContrastPair, text: Side, ground: Side) {
        self.pair = pair
        self.text = text
        self.ground = ground
    }

    /// From 1 to 21, by WCAG 2.2; `nil` if a side has no color.
    package var ratio: Double? {
        guard let text = text.color, let ground = ground.color else { return nil }
        return text.contrast(on: ground)
    }

    package var verdict: Verdict { ratio.map { $0 >= pair.minimum ? .passes : .fails } ?? .unknown }
}

extension ContrastResult {
    /// Returns the results of pairs in the settings of a chain, in the order of the pairs.
    ///
    /// - Parameters:
    ///   - budget: pays for each pair. Without it, there are no results.
    ///   - layers: the id of each theme of the chain, and the position of alpha in its colors.
    package static func results(
        of pairs: [ContrastPair], in settings: MergedSetting?, _ budget: WorkBudget,
        layers: [(id: String, order: ThemeColor.Order)]
    ) -> [ContrastResult] {
        guard budget.spend(pairs.count, on: .contrast) else { return [] }
        func side(_ path: SettingPath) -> Side {
            guard let setting = settings?.setting(at: path) else { return Side() }
            let layer = layers[setting.layer]
            let color = setting.value.string.flatMap { try? ThemeColor($0, order: layer.order) }
            return Side(color: color, origin: layer.id)
        }
        return pairs.map { ContrastResult(pair: $0, text: side($0.text), ground: side($0.ground)) }
    }

    /// A ratio in words: `4.49:1`. Rounded down, so that a ratio below a minimum never looks like the minimum.
    package static func text(of ratio: Double) -> String {
        let hundredths = Int((ratio * 100).rounded(.down))
        let (whole, fraction) = (hundredths / 100, hundredths % 100)
        guard fraction != 0 else { return "\(whole):1" }
        return fraction % 10 == 0 ? "\(whole).\(fraction / 10):1" : "\(whole).\(fraction < 10 ? "0" : "")\(fraction):1"
    }
}
