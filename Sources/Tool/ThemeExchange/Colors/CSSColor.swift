import ThemeModel

/// A color as CSS writes it: a name, or a function such as `rgb()` and `oklch()` with commas or with spaces.
/// https://www.w3.org/TR/css-color-4/
enum CSSColor {
    /// Returns `nil` for another notation, such as one with variables or a calculation.
    static func read(_ text: String) -> SourceColor? {
        let text = text.lowercased()
        if let color = names[text] { return opaque(color, alpha: 1) }
        guard text.hasSuffix(")"), let start = text.firstIndex(of: "(") else { return nil }
        var parts = text[text.index(after: start)...].dropLast().split { ", /\t\n".contains($0) }
        guard 2...5 ~= parts.count else { return nil }
        let function = String(text[..<start])
        if parts.count == 2 {
            // Exporters of tokens write rgba(#ff0000, 0.5).
            let name = String(parts[0])
            guard let base = (try? ThemeColor(name, order: .rgba)) ?? names[name],
                ["rgb", "rgba"].contains(function), let alpha = number(parts[1], part)
            else { return nil }
            return opaque(base, alpha: alpha)
        }
        let isNamed = function == "color"
        let (space, units) =
            isNamed ? (String(parts.removeFirst()), [part, part, part]) : functions[function] ?? ("", [])
        guard 3...4 ~= parts.count, let alpha = parts.count == 4 ? number(parts[3], part) : 1 else { return nil }
        let values = zip(parts, units).compactMap(number)
        guard values.count == 3, let channels = SourceColor.channels(values, in: space) else { return nil }
        // Other notations of sRGB are no other color spaces.
        return SourceColor(space: ["hsl", "hwb"].contains(space) ? "srgb" : space, channels: channels, alpha: alpha)
    }

    /// Whether a text is a function of CSS that gives a color, even one that is not converted.
    static func isFunction(_ text: String) -> Bool { functions[name(of: text)] != nil || isUnread(text) }

    /// Whether a text is a function of CSS that is not converted.
    static func isUnread(_ text: String) -> Bool {
        ["color", "lab", "lch", "color-mix", "light-dark"].contains(name(of: text))
    }

    private static func name(of text: String) -> String {
        text.firstIndex(of: "(").map { text[..<$0].lowercased() } ?? ""
    }

    /// The meaning of a number without a unit, and of one with a unit.
    private typealias Units = [String: Double]

    private static let part: Units = ["": 1, "%": 0.01]

    /// The color space of each function, and the units of its components.
    private static let functions: [String: (space: String, units: [Units])] = {
        let byte: Units = ["": 1 / 255, "%": 0.01]
        let percentage: Units = ["": 1, "%": 1]
        let chroma: Units = ["": 1, "%": 0.004]
        let angle: Units = ["": 1, "deg": 1, "grad": 0.9, "rad": 180 / .pi, "turn": 360]
        return [
            "rgb": ("srgb", [byte, byte, byte]), "rgba": ("srgb", [byte, byte, byte]),
            "hsl": ("hsl", [angle, percentage, percentage]), "hsla": ("hsl", [angle, percentage, percentage]),
            "hwb": ("hwb", [angle, percentage, percentage]), "oklab": ("oklab", [part, chroma, chroma]),
            "oklch": ("oklch", [part, chroma, angle]),
        ]
    }()

    private static func number(_ text: Substring, _ units: Units) -> Double? {
        let unit = units.keys.filter(text.hasSuffix).max { $0.utf8.count < $1.utf8.count } ?? ""
        guard let number = text == "none" ? 0 : Double(text.dropLast(unit.utf8.count)) else { return nil }
        return number.magnitude <= 1000 ? units[unit].map { number * $0 } : nil
    }

    private static func opaque(_ color: ThemeColor, alpha: Double) -> SourceColor {
        let channels = [color.red, color.green, color.blue].map { Double($0) / 255 }
        return SourceColor(space: "srgb", channels: channels, alpha: alpha)
    }

    private static let names: [String: ThemeColor] = {
        let lines = String(repairing: PackageResources.color_names_txt).split(separator: "\n")
        let pairs = lines.map { line in line.split(separator: " ").map(String.init) }
        return Dictionary(pairs.compactMap { pair in (try? ThemeColor(pair[1])).map { (pair[0], $0) } }) { $1 }
    }()
}
