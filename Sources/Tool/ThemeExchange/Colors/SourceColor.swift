import ThemeModel
import ThemeSystem

/// A color in gamma-encoded sRGB, with components that can be outside 0 to 1.
struct SourceColor {
    /// The name of its color space in the source.
    let space: String
    /// Red, green and blue.
    let channels: [Double]
    let alpha: Double

    /// Converts to 8 bits.
    ///
    /// - Returns: the color, and the changes in words.
    var converted: (color: ThemeColor, changes: [String]) {
        // Half a step of eight bits is rounding, not clipping.
        let isClipped = (channels + [alpha]).contains { $0 < -0.002 || $0 > 1.002 }
        var words: [String] = []
        if space != "srgb", space != "extended-srgb" || isClipped { words.append("\(space) converted to sRGB") }
        if isClipped { words.append("components clipped to 0...1") }
        let bytes = (channels + [alpha]).map { UInt8((min(max($0, 0), 1) * 255).rounded()) }
        return (ThemeColor(red: bytes[0], green: bytes[1], blue: bytes[2], alpha: bytes[3]), words)
    }

    /// Returns the components of a color space of CSS in gamma-encoded sRGB; `nil` for a space that is not converted.
    static func channels(_ values: [Double], in space: String) -> [Double]? {
        switch space {
        case "srgb": values
        case "srgb-linear": values.map(TransferFunction.encode)
        case "display-p3": sRGB(ofP3: values)
        case "hsl": PolarColor.sRGB(hue: values[0], saturation: values[1], lightness: values[2])
        case "hwb": PolarColor.sRGB(hue: values[0], whiteness: values[1], blackness: values[2])
        case "oklab": PolarColor.sRGB(oklab: values)
        case "oklch": PolarColor.sRGB(oklab: PolarColor.lab(fromPolar: values))
        default: nil
        }
    }

    /// The product of P3-D65 to XYZ and XYZ to sRGB. Both have the same white, so a gray stays a gray.
    /// https://www.w3.org/TR/css-color-4/#color-conversion-code
    static func sRGB(ofP3 values: [Double]) -> [Double] {
        let linear = values.map(TransferFunction.decode)
        let matrix = [
            [1.2249401762805598, -0.22494017628055996, 0],
            [-0.042056954709688163, 1.0420569547096881, 0],
            [-0.019637554590334432, -0.078636045550631889, 1.0982736001409663],
        ]
        return matrix.map { row in TransferFunction.encode(zip(row, linear).map { $0 * $1 }.reduce(0, +)) }
    }
}

/// The transfer function of sRGB, which display-p3 also has. Negative values are mirrored, as extended spaces do it.
enum TransferFunction {
    static func decode(_ value: Double) -> Double {
        signed(value) { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
    }

    static func encode(_ value: Double) -> Double {
        signed(value) { $0 <= 0.0031308 ? $0 * 12.92 : 1.055 * pow($0, 1 / 2.4) - 0.055 }
    }

    /// Encodes a gray whose gamma is 2.2.
    static func encodeGray(_ value: Double) -> Double { encode(signed(value) { pow($0, 2.2) }) }

    private static func signed(_ value: Double, _ body: (Double) -> Double) -> Double {
        value < 0 ? -body(-value) : body(value)
    }
}

/// Color spaces that design tokens have and asset catalogs do not, as gamma-encoded sRGB.
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

    static func sRGB(oklab lab: [Double]) -> [Double] {
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
        ].map(TransferFunction.encode)
    }

    static func lab(fromPolar lch: [Double]) -> [Double] {
        let angle = lch[2] * .pi / 180
        return [lch[0], lch[1] * cos(angle), lch[1] * sin(angle)]
    }
}
