/// A color that is written in hexadecimal digits.
package struct ColorDigits: Hashable, Sendable {
    private let mark: String
    private let digits: String

    /// `nil` if the text is not a color of 3, 4, 6 or 8 digits.
    package init?(_ text: String) {
        let mark = text.utf8.first == UInt8(ascii: "#") ? 1 : 0
        let digits = String(text.dropFirst(mark))
        guard [3, 4, 6, 8].contains(digits.utf8.count), Self.isHexadecimal(digits) else { return nil }
        self.mark = String(text.prefix(mark))
        self.digits = digits
    }

    package static func isHexadecimal(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0.isASCIIDigit || isLetter($0) }
    }

    package static func hasLetter(_ text: String) -> Bool { text.utf8.contains(where: isLetter) }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
    }

    package var hasAlpha: Bool { digits.utf8.count == 4 || digits.utf8.count == 8 }

    package var isZero: Bool { digits.utf8.allSatisfy { $0 == UInt8(ascii: "0") } }

    /// Whether the text looks like a color whatever its key is: six or eight digits, and not a decimal number.
    package var isUnmistakable: Bool {
        digits.utf8.count >= 6 && (!mark.isEmpty || Self.hasLetter(digits))
    }

    /// The only order in which the digits make sense: as an opaque color, or a gray one, as most shadows and veils are.
    /// `nil` if both orders do, or none.
    package var impliedOrder: ThemeColor.Order? {
        let orders = ThemeColor.Order.allCases.filter { order in
            guard hasAlpha, let color = try? ThemeColor(digits, order: order) else { return false }
            return color.alpha == 255 || color.red == color.green && color.green == color.blue
        }
        return orders.count == 1 ? orders[0] : nil
    }

    /// Moves alpha from the other end.
    package func reordered(to order: ThemeColor.Order) -> String {
        let width = digits.utf8.count / 4
        return switch order {
        case .argb: mark + digits.suffix(width) + digits.dropLast(width)
        case .rgba: mark + digits.dropFirst(width) + digits.prefix(width)
        }
    }
}

extension SettingValue {
    /// Whether this is a color without doubt: by its digits or notation, or by the keys of its path.
    package func isSurelyColor(at path: SettingPath) -> Bool {
        if let text = string, ColorDigits(text)?.isUnmistakable == true { return true }
        return SettingType(of: self, at: path) == .color
    }
}
