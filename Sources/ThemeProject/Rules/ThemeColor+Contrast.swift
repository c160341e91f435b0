import ThemeSystem
package import ThemeModel

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
