import ThemeModel

/// A color as CSS writes it: a name, or `rgb()` and `hsl()` with commas or with spaces.
/// https://www.w3.org/TR/css-color-4/
enum CSSColor {
    /// Returns `nil` for another notation, such as one with variables or a calculation.
    static func read(_ text: String) -> SourceColor? {
        let text = text.lowercased()
        if let color = names[text].flatMap({ try? ThemeColor($0) }) {
            let channels = [color.red, color.green, color.blue].map { Double($0) / 255 }
            return SourceColor(space: "srgb", channels: channels, alpha: 1)
        }
        guard text.hasSuffix(")"), let start = text.firstIndex(of: "(") else { return nil }
        let parts = text[text.index(after: start)...].dropLast().split { ", /\t\n".contains($0) }
        guard 2...4 ~= parts.count else { return nil }
        func value(_ index: Int, percent: Double, unit: Double = 1) -> Double? {
            let part = parts[index]
            let isPercentage = part.hasSuffix("%")
            guard let number = part == "none" ? 0 : Double(isPercentage ? part.dropLast() : part) else { return nil }
            return number.magnitude <= 1000 ? number * (isPercentage ? percent : unit) : nil
        }
        if parts.count == 2 {
            // Exporters of tokens write rgba(#ff0000, 0.5).
            let base =
                (try? ThemeColor(String(parts[0]), order: .rgba))
                ?? names[String(parts[0])].flatMap { try? ThemeColor($0) }
            guard let base, ["rgb", "rgba"].contains(text[..<start]), let alpha = value(1, percent: 0.01) else {
                return nil
            }
            let channels = [base.red, base.green, base.blue].map { Double($0) / 255 }
            return SourceColor(space: "srgb", channels: channels, alpha: alpha)
        }
        guard let alpha = parts.count == 4 ? value(3, percent: 0.01) : 1 else { return nil }
        switch text[..<start] {
        case "rgb", "rgba":
            let channels = (0..<3).compactMap { value($0, percent: 0.01, unit: 1 / 255) }
            return channels.count == 3 ? SourceColor(space: "srgb", channels: channels, alpha: alpha) : nil
        case "hsl", "hsla":
            let degrees = parts[0].hasSuffix("deg") ? parts[0].dropLast(3) : parts[0]
            guard let hue = degrees == "none" ? 0 : Double(degrees), hue.magnitude <= 1000,
                let saturation = value(1, percent: 1), let lightness = value(2, percent: 1)
            else { return nil }
            let channels = PolarColor.sRGB(hue: hue, saturation: saturation, lightness: lightness)
            return SourceColor(space: "srgb", channels: channels, alpha: alpha)
        default: return nil
        }
    }

    /// The digits of each name.
    private static let names: [String: String] = {
        let lines = String(repairing: PackageResources.color_names_txt).split(separator: "\n")
        let pairs = lines.map { line in line.split(separator: " ").map(String.init) }
        return Dictionary(pairs.map { ($0[0], $0[1]) }) { $1 }
    }()
}
