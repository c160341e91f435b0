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
