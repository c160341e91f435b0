/// A color in sRGB with red, green, blue and alpha, not premultiplied.
public struct ThemeColor: Hashable, Sendable, CustomStringConvertible {
    /// The red channel, 0 to 255.
    public let red: UInt8
    /// The green channel, 0 to 255.
    public let green: UInt8
    /// The blue channel, 0 to 255.
    public let blue: UInt8
    /// The opacity: 0 is transparent, 255 opaque.
    public let alpha: UInt8

    /// Creates a color from its channels. The default is opaque.
    public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    /// The position of alpha in colors of four and eight hexadecimal digits.
    public enum Order: String, Sendable, CaseIterable {
        /// `AARRGGBB`, as the library METhemeKit writes it.
        case argb
        /// `RRGGBBAA`, as CSS writes it.
        case rgba
    }

    /// Parses one of these notations:
    /// - `RGB`, `ARGB`, `RRGGBB` and `AARRGGBB`, each with or without `#`. With ``Order/rgba``, alpha is last.
    /// - `rgb(r, g, b)` and `rgba(r, g, b, a)`, with r, g and b from 0 to 255, and a from 0 to 1.
    /// - `00`, which is transparent.
    ///
    /// Letter case does not matter. Spaces are allowed only inside the parentheses. `""` means "not set" and throws.
    public init(_ text: String, order: Order = .argb) throws(InvalidColor) {
        if let color = Self.functionNotation(text) {
            self = color
            return
        }
        let digits = text.utf8.first == UInt8(ascii: "#") ? text.utf8.dropFirst() : text.utf8[...]
        let values = digits.compactMap(\.hexDigitValue)
        guard values.count == digits.count else { throw InvalidColor(found: text) }
        var channels: [UInt8]
        switch values.count {
        case 2 where values == [0, 0]: channels = [0, 0, 0, 0]
        case 3, 4: channels = values.map { $0 * 17 }
        case 6, 8: channels = stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
        default: throw InvalidColor(found: text)
        }
        let hasAlphaFirst = channels.count == 4 && order == .argb
        let alpha = channels.count == 3 ? 255 : channels.remove(at: hasAlphaFirst ? 0 : 3)
        self.init(red: channels[0], green: channels[1], blue: channels[2], alpha: alpha)
    }

    /// The color as `#AARRGGBB`. Parsing it in the default order gives the same color.
    public var description: String {
        "#" + [alpha, red, green, blue].map { $0.hexadecimal(digits: 2, uppercase: true) }.joined()
    }

    private static func functionNotation(_ text: String) -> ThemeColor? {
        let lower = text.lowercased()
        guard let start = ["rgb(", "rgba("].first(where: lower.hasPrefix), lower.hasSuffix(")") else { return nil }
        let parts = lower.dropFirst(start.count).dropLast().split(separator: ",", omittingEmptySubsequences: false)
            .map(\.withoutOuterSpaces)
        // A channel for each letter.
        guard parts.count == start.count - 1 else { return nil }
        let channels = parts.prefix(3).compactMap { part -> UInt8? in
            part.utf8.allSatisfy(\.isASCIIDigit) ? UInt8(part) : nil
        }
        guard channels.count == 3 else { return nil }
        guard parts.count == 4 else { return ThemeColor(red: channels[0], green: channels[1], blue: channels[2]) }
        let isDecimal = parts[3].utf8.allSatisfy { $0.isASCIIDigit || $0 == UInt8(ascii: ".") }
        guard isDecimal, let alpha = Double(parts[3]), (0...1).contains(alpha) else { return nil }
        return ThemeColor(
            red: channels[0], green: channels[1], blue: channels[2], alpha: UInt8((alpha * 255).rounded()))
    }
}

/// A string that is not a color.
public struct InvalidColor: DescribedError, Equatable, Sendable {
    /// All notations, as the object of "expected" in a message.
    public static let expected =
        "RGB, ARGB, RRGGBB or AARRGGBB in hexadecimal digits, rgb(r, g, b) or rgba(r, g, b, a) with r, g and b from 0 "
        + "to 255 and a from 0 to 1"

    /// The string.
    public let found: String

    public var message: String { "'\(found)' is not a color: expected \(Self.expected)" }
}
