import ThemeSystem

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

extension Unicode.Scalar {
    /// The ASCII character that looks like a letter or sign of another alphabet, as keyboards for Russian, Greek or
    /// Japanese write it; `nil` for all others. A part of
    /// https://www.unicode.org/Public/security/latest/confusables.txt, with the dashes.
    package var asciiTwin: Unicode.Scalar? {
        // Forms of full width.
        if 0xFF01...0xFF5E ~= value { return Unicode.Scalar(value - 0xFEE0) }
        return Self.twins[self]
    }

    private static let twins: [Unicode.Scalar: Unicode.Scalar] = Dictionary(
        uniqueKeysWithValues: [
            // The sign of multiplication; hyphens, dashes and minus.
            ("\u{D7}", "x"), ("\u{2010}\u{2011}\u{2012}\u{2013}\u{2014}\u{2212}", "------"),
            // Cyrillic.
            ("\u{430}\u{435}\u{43E}\u{440}\u{441}\u{443}\u{445}\u{456}\u{458}\u{455}", "aeopcyxijs"),
            ("\u{410}\u{412}\u{415}\u{41A}\u{41C}\u{41D}\u{41E}\u{420}\u{421}\u{422}\u{425}", "ABEKMHOPCTX"),
            // Greek.
            ("\u{3BF}\u{391}\u{392}\u{395}\u{396}\u{397}\u{399}\u{39A}\u{39C}\u{39D}\u{39F}", "oABEZHIKMNO"),
            ("\u{3A1}\u{3A4}\u{3A5}\u{3A7}", "PTYX"),
        ].flatMap { twins, letters in zip(twins.unicodeScalars, letters.unicodeScalars) })
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

extension UnsafeRawBufferPointer {
    /// Returns the offset of the first byte of this value. Faster than `firstIndex(of:)`.
    package func offset(of byte: UInt8) -> Int? {
        guard let start = baseAddress, let found = memchr(start, Int32(byte), count) else { return nil }
        return UnsafeRawPointer(found) - start
    }
}
