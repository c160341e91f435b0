import ThemeModel

/// The value of a color token: an object with a color space, or a hexadecimal string as older exporters write it.
enum TokenColor {
    struct Failure: Error {
        let note: ExchangeItem.Note
    }

    static func read(_ value: SettingValue) throws(Failure) -> (ThemeColor, changes: [String]) {
        if let text = value.string {
            guard text != "transparent" else { return (ThemeColor(red: 0, green: 0, blue: 0, alpha: 0), []) }
            guard let color = try? ThemeColor(text, order: .rgba) else {
                throw Failure(note: .defect("'\(text.prefix(40))' is not a color"))
            }
            return (color, [])
        }
        guard let name = value["colorSpace"]?.string, case .list(let items)? = value["components"], items.count == 3
        else { throw Failure(note: .defect("its color has no colorSpace or not three components")) }
        var components: [Double] = []
        for item in items {
            guard let number = item.string == "none" ? 0 : item.double, number.magnitude <= 1000 else {
                throw Failure(note: .defect("a component of its color is \(item.summary), not a number"))
            }
            components.append(number)
        }
        guard let alpha = (value["alpha"] ?? .number(1)).double, (0...1).contains(alpha) else {
            throw Failure(note: .defect("its alpha is not a number from 0 to 1"))
        }
        guard let source = source(name, components, alpha: alpha) else { return try fallback(value, name, alpha) }
        let (color, changes) = source.converted
        return (color, (source.space == .sRGB && name != "srgb" ? ["\(name) converted to sRGB"] : []) + changes)
    }

    private static func source(_ space: String, _ values: [Double], alpha: Double) -> SourceColor? {
        switch space {
        case "srgb": SourceColor(.sRGB, values, alpha: alpha)
        case "srgb-linear": SourceColor(.linearSRGB, values, alpha: alpha)
        case "display-p3": SourceColor(.displayP3, values, alpha: alpha)
        case "hsl":
            SourceColor(
                .sRGB, PolarColor.sRGB(hue: values[0], saturation: values[1], lightness: values[2]), alpha: alpha)
        case "hwb":
            SourceColor(
                .sRGB, PolarColor.sRGB(hue: values[0], whiteness: values[1], blackness: values[2]), alpha: alpha)
        case "oklab": SourceColor(.oklab, PolarColor.linearSRGB(oklab: values), alpha: alpha)
        case "oklch":
            SourceColor(.oklch, PolarColor.linearSRGB(oklab: PolarColor.lab(fromPolar: values)), alpha: alpha)
        default: nil
        }
    }

    /// The token's own color in sRGB, if its space is not converted.
    private static func fallback(
        _ value: SettingValue, _ space: String, _ alpha: Double
    ) throws(Failure) -> (ThemeColor, changes: [String]) {
        guard let hex = value["hex"]?.string, hex.utf8.count == 7, let color = try? ThemeColor(hex) else {
            throw Failure(note: .left("the color space '\(space)' is not converted, and it has no \"hex\""))
        }
        let byte = UInt8((alpha * 255).rounded())
        return (
            ThemeColor(red: color.red, green: color.green, blue: color.blue, alpha: byte),
            ["\(space) taken from its \"hex\""]
        )
    }
}
