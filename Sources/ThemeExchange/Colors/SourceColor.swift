package import ThemeModel
import ThemeSystem

/// A color in the color space of its source, with components that can be outside 0 to 1.
package struct SourceColor: Hashable, Sendable {
    package enum Space: String, Sendable {
        case sRGB = "srgb"
        case extendedSRGB = "extended-srgb"
        case linearSRGB = "linear-srgb"
        case extendedLinearSRGB = "extended-linear-srgb"
        case displayP3 = "display-p3"
        case gray = "gray-gamma-22"
        case extendedGray = "extended-gray"
        /// Already converted to linear sRGB.
        case oklab
        case oklch

        package var isOfCatalogs: Bool { self != .oklab && self != .oklch }

        package var isGray: Bool { self == .gray || self == .extendedGray }

        /// Whether components outside 0 to 1 are colors.
        var isExtended: Bool { self == .extendedSRGB || self == .extendedLinearSRGB || self == .extendedGray }
    }

    package let space: Space
    /// Red, green and blue. A gray has the same value for all three.
    package let channels: [Double]
    package let alpha: Double

    /// Converts to sRGB with 8 bits.
    ///
    /// - Returns: the color, and the changes in words.
    package var converted: (color: ThemeColor, changes: [String]) {
        let values = encoded
        // Half a step of eight bits is rounding, not clipping.
        let isClipped = (values + [alpha]).contains { $0 < -0.002 || $0 > 1.002 }
        var words: [String] = []
        if space != .sRGB, space != .extendedSRGB || isClipped { words.append("\(space.rawValue) converted to sRGB") }
        if isClipped { words.append("components clipped to 0...1") }
        let color = ThemeColor(
            red: Self.byte(values[0]), green: Self.byte(values[1]), blue: Self.byte(values[2]),
            alpha: Self.byte(alpha))
        return (color, words)
    }

    private var encoded: [Double] {
        switch space {
        case .sRGB, .extendedSRGB: channels
        case .linearSRGB, .extendedLinearSRGB, .oklab, .oklch: channels.map(TransferFunction.encode)
        case .gray, .extendedGray:
            channels.map { TransferFunction.encode(TransferFunction.signed($0) { pow($0, 2.2) }) }
        case .displayP3: Self.sRGB(ofP3: channels.map(TransferFunction.decode)).map(TransferFunction.encode)
        }
    }

    /// The product of P3-D65 to XYZ and XYZ to sRGB. Both have the same white, so a gray stays a gray.
    /// https://www.w3.org/TR/css-color-4/#color-conversion-code
    private static func sRGB(ofP3 linear: [Double]) -> [Double] {
        let matrix = [
            [1.2249401762805598, -0.22494017628055996, 0],
            [-0.042056954709688163, 1.0420569547096881, 0],
            [-0.019637554590334432, -0.078636045550631889, 1.0982736001409663],
        ]
        return matrix.map { row in zip(row, linear).map { $0 * $1 }.reduce(0, +) }
    }

    private static func byte(_ value: Double) -> UInt8 { UInt8((min(max(value, 0), 1) * 255).rounded()) }
}

/// The transfer function of sRGB, which display-p3 also has. Negative values are mirrored, as extended spaces do it.
enum TransferFunction {
    static func decode(_ value: Double) -> Double {
        signed(value) { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
    }

    static func encode(_ value: Double) -> Double {
        signed(value) { $0 <= 0.0031308 ? $0 * 12.92 : 1.055 * pow($0, 1 / 2.4) - 0.055 }
    }

    static func signed(_ value: Double, _ body: (Double) -> Double) -> Double {
        value < 0 ? -body(-value) : body(value)
    }
}

/// Color spaces that design tokens have and asset catalogs do not, as gamma-encoded or linear sRGB.
/// https://www.w3.org/TR/css-color-4/#color-conversion-code
enum PolarColor {
    /// - Parameters: degrees, and percentages from 0 to 100.
    static func sRGB(hue: Double, saturation: Double, lightness: Double) -> [Double] {
        let saturation = saturation / 100
        let lightness = lightness / 100
        let reach = saturation * min(lightness, 1 - lightness)
        return [0.0, 8, 4].map { offset in
            let place = offset + hue / 30
            // The remainder, which is not negative.
            let step = place - 12 * (place / 12).rounded(.down)
            return lightness - reach * max(-1, min(step - 3, 9 - step, 1))
        }
    }

    static func sRGB(hue: Double, whiteness: Double, blackness: Double) -> [Double] {
        let white = whiteness / 100
        let black = blackness / 100
        guard white + black < 1 else { return Array(repeating: white / (white + black), count: 3) }
        return sRGB(hue: hue, saturation: 100, lightness: 50).map { $0 * (1 - white - black) + white }
    }

    static func linearSRGB(oklab lab: [Double]) -> [Double] {
        let long = lab[0] + 0.3963377773761749 * lab[1] + 0.2158037573099136 * lab[2]
        let medium = lab[0] - 0.1055613458156586 * lab[1] - 0.0638541728258133 * lab[2]
        let short = lab[0] - 0.0894841775298119 * lab[1] - 1.2914855480194092 * lab[2]
        let l = long * long * long
        let m = medium * medium * medium
        let s = short * short * short
        return [
            4.0767416360759574 * l - 3.3077115392580616 * m + 0.2309699031821044 * s,
            -1.2684379732850317 * l + 2.6097573492876887 * m - 0.3413193760026573 * s,
            -0.0041960761386756 * l - 0.7034186179359362 * m + 1.7076146940746117 * s,
        ]
    }

    static func lab(fromPolar lch: [Double]) -> [Double] {
        let angle = lch[2] * .pi / 180
        return [lch[0], lch[1] * cos(angle), lch[1] * sin(angle)]
    }
}
