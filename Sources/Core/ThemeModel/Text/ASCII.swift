/// `Character.isNumber` and `isHexDigit` also accept digits outside ASCII.
extension UInt8 {
    @inlinable package var isASCIIDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }

    package var isASCIILetter: Bool {
        let lower = self | 0x20
        return lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "z")
    }
}

extension Unicode.Scalar {
    /// Whether people do not see the character, or see it only in what it does: controls, marks that reorder or join
    /// text, separators of lines, variation selectors, private and unassigned characters.
    package var isInvisible: Bool {
        if value < 0x7F { return value < 0x20 }
        return switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: true
        default: properties.isDefaultIgnorableCodePoint
        }
    }
}

extension StringProtocol {
    package var isASCII: Bool {
        utf8.withContiguousStorageIfAvailable { $0.allSatisfy { $0 < 0x80 } } ?? utf8.allSatisfy { $0 < 0x80 }
    }
}

extension Unicode.Scalar {
    /// The text that people take the character for: a space for all other spaces, nothing for one that nobody sees;
    /// `nil` for others. Emoji and some scripts need joiners, variation selectors and tags.
    package var lookAlike: String? {
        guard value > 0x7F else { return nil }
        switch value {
        case 0x200C, 0x200D, 0xFE00...0xFE0F, 0xE0000...0xE0FFF: return nil
        default: break
        }
        if properties.generalCategory == .spaceSeparator { return " " }
        return properties.isDefaultIgnorableCodePoint ? "" : nil
    }
}

extension String {
    /// The path with the characters that people take others for, and without spaces at the ends of its parts.
    package var withoutLookAlikes: String {
        unicodeScalars.map { $0.lookAlike ?? String($0) }.joined()
            .split(separator: "/", omittingEmptySubsequences: false).map(\.withoutOuterSpaces)
            .joined(separator: "/")
    }
}

extension Substring {
    var withoutOuterSpaces: Substring {
        let last = lastIndex { $0 != " " }
        return last.map { self[...$0].drop { $0 == " " } } ?? ""
    }
}
