import PackFormat

/// A member of `"contrast"` in `themepack.json`: two colors that are shown on each other.
package struct ContrastPair: Hashable, Sendable {
    /// The color of the text, or of a line or symbol.
    package var text: SettingPath
    /// The color behind it.
    package var ground: SettingPath
    /// The lowest ratio that is enough, from 1 to 21.
    package var minimum: Double
    /// The place of the pair in `themepack.json`.
    package var position: SourcePosition?

    /// The ratios that two colors can have: 1 for equal ones, 21 for black and white.
    package static let ratios = 1.0...21.0
    /// The minimum of WCAG 2.2 for text, level AA (success criterion 1.4.3).
    static let usualMinimum = 4.5

    static func pairs(_ reader: MemberReader) throws(SourceError) -> [ContrastPair] {
        try reader.list(at: SettingPath(["contrast"]), "a list of {\"text\", \"on\", \"min\"}") {
            _, path throws(SourceError) in try pair(at: path, reader)
        }
    }

    private static func pair(at path: SettingPath, _ reader: MemberReader) throws(SourceError) -> ContrastPair {
        let members = try reader.members(at: path, known: ["text", "on", "min"])
        func setting(_ key: String) throws(SourceError) -> SettingPath {
            guard let name = members[key]?.string, !name.isEmpty else {
                let place = members[key] == nil ? path : path.appending(key)
                throw reader.problem(
                    place, "expected \"\(key)\" with the path of a color", hint: "for example \"Color.title\"")
            }
            return SettingPath(dotted: name)
        }
        let text = try setting("text")
        let ground = try setting("on")
        var minimum = usualMinimum
        if let value = members["min"] {
            guard case .number(let number) = value, ratios.contains(number) else {
                throw reader.problem(
                    path.appending("min"), "expected a number from 1 to 21",
                    hint: "WCAG 2.2 asks for 4.5 for text, 3 for large text and symbols, and 7 for level AAA")
            }
            minimum = number
        }
        return ContrastPair(
            text: text, ground: ground, minimum: minimum, position: reader.document.valuePositions[path])
    }
}

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

        package init(color: ThemeColor? = nil, origin: String? = nil) {
            self.color = color
            self.origin = origin
        }
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
        CanonicalJSON.line(.number((ratio * 100).rounded(.down) / 100)) + ":1"
    }
}

extension ThemeColor {
    /// Returns the contrast ratio of this color on a ground, from 1 to 21, by WCAG 2.2.
    ///
    /// A translucent text is composed over its ground, in sRGB as browsers do. What lies behind a translucent ground is
    /// not known, so the lower ratio of white and black behind it counts. If the text is lighter than the ground over
    /// one of them and darker over the other, some gray between them hides the text: the ratio is 1.
    package func contrast(on ground: ThemeColor) -> Double {
        let overWhite = Luminances(of: self, on: ground, over: 1)
        guard ground.alpha < 255 else { return overWhite.ratio }
        let overBlack = Luminances(of: self, on: ground, over: 0)
        return overWhite.difference * overBlack.difference < 0 ? 1 : min(overWhite.ratio, overBlack.ratio)
    }

    /// Whether text in this color is lighter than its opaque ground.
    package func isLighter(than ground: ThemeColor) -> Bool { Luminances(of: self, on: ground, over: 1).difference > 0 }
}

/// The relative luminances of a text and its ground.
/// https://www.w3.org/TR/WCAG22/#dfn-relative-luminance
private struct Luminances {
    let text: Double
    let ground: Double

    /// - Parameter gray: the channels of an opaque gray behind the ground, from 0 to 1.
    init(of text: ThemeColor, on ground: ThemeColor, over gray: Double) {
        let ground = Self.compose(ground, over: SIMD3(repeating: gray))
        self.ground = Self.luminance(of: ground)
        self.text = Self.luminance(of: Self.compose(text, over: ground))
    }

    var difference: Double { text - ground }

    /// https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio
    var ratio: Double { (max(text, ground) + 0.05) / (min(text, ground) + 0.05) }

    private static func compose(_ color: ThemeColor, over ground: SIMD3<Double>) -> SIMD3<Double> {
        let channels = SIMD3(Double(color.red), Double(color.green), Double(color.blue)) / 255
        let alpha = Double(color.alpha) / 255
        return channels * alpha + ground * (1 - alpha)
    }

    private static func luminance(of channels: SIMD3<Double>) -> Double {
        func linear(_ channel: Double) -> Double {
            channel <= 0.04045 ? channel / 12.92 : pow((channel + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(channels.x) + 0.7152 * linear(channels.y) + 0.0722 * linear(channels.z)
    }
}
