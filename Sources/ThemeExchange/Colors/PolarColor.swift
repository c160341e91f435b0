import ThemeSystem

/// Color spaces that design tokens have and asset catalogs do not, as gamma-encoded or linear sRGB.
/// https://www.w3.org/TR/css-color-4/#color-conversion-code
enum PolarColor {
    /// - Parameters: degrees, and percentages from 0 to 100.
    static func sRGB(hue: Double, saturation: Double, lightness: Double) -> [Double] {
        let (saturation, lightness) = (saturation / 100, lightness / 100)
        let reach = saturation * min(lightness, 1 - lightness)
        return [0.0, 8, 4].map { offset in
            let step = (offset + hue / 30).remainderUp(12)
            return lightness - reach * max(-1, min(step - 3, 9 - step, 1))
        }
    }

    static func sRGB(hue: Double, whiteness: Double, blackness: Double) -> [Double] {
        let (white, black) = (whiteness / 100, blackness / 100)
        guard white + black < 1 else { return Array(repeating: white / (white + black), count: 3) }
        return sRGB(hue: hue, saturation: 100, lightness: 50).map { $0 * (1 - white - black) + white }
    }

    static func linearSRGB(oklab lab: [Double]) -> [Double] {
        let long = lab[0] + 0.3963377773761749 * lab[1] + 0.2158037573099136 * lab[2]
        let medium = lab[0] - 0.1055613458156586 * lab[1] - 0.0638541728258133 * lab[2]
        let short = lab[0] - 0.0894841775298119 * lab[1] - 1.2914855480194092 * lab[2]
        let (l, m, s) = (long * long * long, medium * medium * medium, short * short * short)
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

extension Double {
    /// The remainder from 0 up to the divisor, also of a negative number.
    fileprivate func remainderUp(_ divisor: Double) -> Double {
        let rest = truncatingRemainder(dividingBy: divisor)
        return rest < 0 ? rest + divisor : rest
    }
}
