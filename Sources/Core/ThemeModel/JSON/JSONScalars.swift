/// Numbers as RFC 8259, section 6, defines them.
enum JSONNumber {
    static func value(
        of word: UnsafeRawBufferPointer, _ limits: SettingsLimits
    ) throws(SettingsError.Defect) -> Double {
        let isNumber = isNumber(word)
        if isNumber, word.count > limits.numberBytes { throw .longNumber(limit: limits.numberBytes) }
        guard isNumber, let number = Double(String(decoding: word, as: UTF8.self)) else {
            throw .notAValue(word: String(decoding: word.prefix(20), as: UTF8.self))
        }
        // A number that is too large for a double becomes infinite.
        guard number.isFinite,
            number.magnitude <= limits.integerMax || word.contains(where: { ".eE".utf8.contains($0) })
        else { throw .inexactInteger }
        return number
    }

    private static func isNumber(_ word: UnsafeRawBufferPointer) -> Bool {
        var rest = word[...]
        func take(_ isTaken: (UInt8) -> Bool) -> Bool {
            guard let byte = rest.first, isTaken(byte) else { return false }
            rest.removeFirst()
            return true
        }
        func takeDigits() -> Bool {
            let count = rest.prefix(while: \.isASCIIDigit).count
            rest.removeFirst(count)
            return count > 0
        }
        _ = take { $0 == UInt8(ascii: "-") }
        guard take({ $0 == UInt8(ascii: "0") }) || takeDigits() else { return false }
        if take({ $0 == UInt8(ascii: ".") }), !takeDigits() { return false }
        if take({ $0 | 0x20 == UInt8(ascii: "e") }) {
            _ = take { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
            guard takeDigits() else { return false }
        }
        return rest.isEmpty
    }
}

/// The escapes of strings, as RFC 8259, section 7, defines them.
enum JSONEscapes {
    private typealias Bytes = Slice<UnsafeRawBufferPointer>

    /// - Parameter content: the bytes between quotation marks.
    static func decoded(_ content: UnsafeRawBufferPointer) throws(SettingsError.Defect) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(content.count)
        var rest = content[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\") else {
                output.append(byte)
                continue
            }
            switch rest.popFirst() {
            case let mark? where "\"\\/".utf8.contains(mark): output.append(mark)
            case UInt8(ascii: "b"): output.append(0x08)
            case UInt8(ascii: "f"): output.append(0x0C)
            case UInt8(ascii: "n"): output.append(0x0A)
            case UInt8(ascii: "r"): output.append(0x0D)
            case UInt8(ascii: "t"): output.append(0x09)
            case UInt8(ascii: "u"): output.append(contentsOf: String(Character(try scalar(from: &rest))).utf8)
            default: throw .unknownEscape
            }
        }
        return output
    }

    /// Reads the digits of `\uXXXX`, or of a surrogate pair.
    private static func scalar(from rest: inout Bytes) throws(SettingsError.Defect) -> Unicode.Scalar {
        var value = try codeUnit(from: &rest)
        if (0xD800..<0xDC00).contains(value), rest.starts(with: "\\u".utf8) {
            rest = rest.dropFirst(2)
            let second = try codeUnit(from: &rest)
            guard (0xDC00..<0xE000).contains(second) else { throw .halfSurrogatePair }
            value = 0x10000 + (value - 0xD800) << 10 + (second - 0xDC00)
        }
        guard let scalar = Unicode.Scalar(value) else { throw .halfSurrogatePair }
        return scalar
    }

    private static func codeUnit(from rest: inout Bytes) throws(SettingsError.Defect) -> UInt32 {
        let digits = rest.prefix(4).compactMap(\.hexDigitValue)
        guard digits.count == 4 else { throw .expectedHexDigits }
        rest = rest.dropFirst(4)
        return digits.reduce(0) { $0 << 4 | UInt32($1) }
    }
}
