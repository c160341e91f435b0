/// Numbers as RFC 8259, section 6, defines them.
enum JSONNumber {
    static func value(of word: UnsafeRawBufferPointer, _ limits: JSONLimits) throws(JSONError.Defect) -> Double {
        guard isNumber(word) else {
            throw .notAValue(word: String(decoding: word.prefix(20), as: UTF8.self))
        }
        guard word.count <= limits.numberBytes else { throw .longNumber(limit: limits.numberBytes) }
        // A number that is too large for a double becomes infinite.
        guard let number = Double(String(decoding: word, as: UTF8.self)), number.isFinite else {
            throw .notAValue(word: String(decoding: word.prefix(20), as: UTF8.self))
        }
        guard number.magnitude <= limits.integerMax || word.contains(where: isMarkOfFraction) else {
            throw .inexactInteger
        }
        return number
    }

    private static func isMarkOfFraction(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ".") || byte | 0x20 == UInt8(ascii: "e")
    }

    private static func isNumber(_ word: UnsafeRawBufferPointer) -> Bool {
        var rest = word[...]
        func takeDigits() -> Int {
            let count = rest.prefix(while: \.isASCIIDigit).count
            rest = rest.dropFirst(count)
            return count
        }
        if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
        let startsWithZero = rest.first == UInt8(ascii: "0")
        let whole = takeDigits()
        guard whole == 1 || whole > 1 && !startsWithZero else { return false }
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            guard takeDigits() > 0 else { return false }
        }
        if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
            rest = rest.dropFirst()
            if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
            guard takeDigits() > 0 else { return false }
        }
        return rest.isEmpty
    }
}

/// The escapes of strings, as RFC 8259, section 7, defines them.
enum JSONEscapes {
    /// - Parameter content: the bytes between quotation marks.
    static func decoded(_ content: UnsafeRawBufferPointer) throws(JSONError.Defect) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(content.count)
        var rest = content[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\") else {
                output.append(byte)
                continue
            }
            switch rest.popFirst() {
            case UInt8(ascii: "\""): output.append(UInt8(ascii: "\""))
            case UInt8(ascii: "\\"): output.append(UInt8(ascii: "\\"))
            case UInt8(ascii: "/"): output.append(UInt8(ascii: "/"))
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
    private static func scalar(
        from rest: inout Slice<UnsafeRawBufferPointer>
    ) throws(JSONError.Defect) -> Unicode.Scalar {
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

    private static func codeUnit(from rest: inout Slice<UnsafeRawBufferPointer>) throws(JSONError.Defect) -> UInt32 {
        let digits = rest.prefix(4).compactMap(\.hexDigitValue)
        guard digits.count == 4 else { throw .expectedHexDigits }
        rest = rest.dropFirst(4)
        return digits.reduce(0) { $0 << 4 | UInt32($1) }
    }
}
