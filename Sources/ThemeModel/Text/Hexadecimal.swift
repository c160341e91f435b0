extension BinaryInteger {
    /// The number in hexadecimal digits: at least `digits`, filled up with zeros.
    package func hexadecimal(digits: Int = 1, uppercase: Bool = false) -> String {
        let text = String(self, radix: 16, uppercase: uppercase)
        return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }
}

extension Unicode.Scalar {
    /// The number in at least four hexadecimal digits, as in `U+000A`.
    package var hexadecimal: String { value.hexadecimal(digits: 4, uppercase: true) }

    /// An escape as in Swift: `\u{2028}`.
    package var escape: String { "\\u{\(value.hexadecimal(uppercase: true))}" }
}

extension UInt8 {
    /// The value of an ASCII hexadecimal digit, 0 to 15; `nil` for any other byte.
    package var hexDigitValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
