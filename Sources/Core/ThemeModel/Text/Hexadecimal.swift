/// The encoding of a path in an address, RFC 3986, section 2.1.
package enum PercentEncoding {
    /// Keeps ASCII letters, digits, `-._~/@` and the characters of `more`.
    package static func encode(_ text: String, keeping more: String = "") -> String {
        let isKept = { (byte: UInt8) in
            byte.isASCIILetter || byte.isASCIIDigit || "-._~/@".utf8.contains(byte) || more.utf8.contains(byte)
        }
        if !text.utf8.contains(where: { !isKept($0) }) { return text }
        return text.utf8.reduce(into: "") { encoded, byte in
            encoded += isKept(byte) ? String(Unicode.Scalar(byte)) : "%" + byte.hexadecimal(digits: 2, uppercase: true)
        }
    }
}

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
