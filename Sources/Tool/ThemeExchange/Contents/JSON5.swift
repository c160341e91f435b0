import ThemeModel

/// Translates JSON5 to JSON: no comments, no commas at the end, keys and strings in quotation marks. Lines stay lines.
/// A token stays whole, so that what is not translated is not JSON either, and its reader reports it. These are not
/// translated: names and spaces beyond ASCII, infinities, and escapes that JSON does not have. https://spec.json5.org
struct JSON5 {
    private var rest: ArraySlice<UInt8>
    private var json: [UInt8] = []
    /// The index in ``json`` of a comma after which only spaces came.
    private var comma: Int?
    /// Whether a comma would be the first part of an object or a list.
    private var isStart = true

    static func json(of bytes: [UInt8]) -> [UInt8] {
        var translation = JSON5(rest: bytes[...])
        while let byte = translation.rest.first { translation.translate(byte) }
        return translation.json
    }

    private mutating func translate(_ byte: UInt8) {
        if byte.isSpace {
            json.append(rest.removeFirst())
        } else if rest.starts(with: "//".utf8) {
            skipLine()
        } else if rest.starts(with: "/*".utf8) {
            let end = rest.dropFirst(2).firstRange(of: "*/".utf8)?.upperBound
            json += end == nil ? Array(rest) : [0x20] + rest[..<(end ?? 0)].filter { $0 == UInt8(ascii: "\n") }
            rest = rest[(end ?? rest.endIndex)...]
        } else if byte == UInt8(ascii: ",") {
            comma = isStart ? nil : json.count
            json.append(rest.removeFirst())
        } else {
            if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]"), let comma { json[comma] = 0x20 }
            comma = nil
            isStart = byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[")
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                string()
            } else if Self.isOfWord(byte) {
                word()
            } else {
                json.append(rest.removeFirst())
            }
        }
    }

    /// A comment also ends at line separators, which no other part starts with.
    private mutating func skipLine() {
        let ends = ["\n", "\r", "\u{2028}", "\u{2029}"]
        while !rest.isEmpty, !ends.contains(where: { rest.starts(with: $0.utf8) }) { rest.removeFirst() }
    }

    private mutating func string() {
        let mark = rest.removeFirst()
        json.append(UInt8(ascii: "\""))
        while let byte = rest.popFirst() {
            switch byte {
            case mark: return json.append(UInt8(ascii: "\""))
            case UInt8(ascii: "\\"): escape(rest.popFirst())
            case UInt8(ascii: "\""): json += Array("\\\"".utf8)
            case UInt8(ascii: "\t"): json += Array("\\t".utf8)
            default: json.append(byte)
            }
        }
    }

    private mutating func escape(_ byte: UInt8?) {
        switch byte {
        case UInt8(ascii: "\n"): break
        case UInt8(ascii: "'"): json.append(UInt8(ascii: "'"))
        // The reader of JSON reports escapes that only JSON5 has, such as those of two hexadecimal digits.
        default: json += [UInt8(ascii: "\\"), byte].compactMap(\.self)
        }
    }

    private static func isOfWord(_ byte: UInt8) -> Bool { isOfName(byte) || ".+-".utf8.contains(byte) }

    private static func isOfName(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || "_$".utf8.contains(byte)
    }

    /// A key without quotation marks, a number or a literal.
    private mutating func word() {
        let word = rest.prefix(while: Self.isOfWord)
        rest = rest[word.endIndex...]
        if rest.first(where: { !$0.isSpace }) == UInt8(ascii: ":"), word.allSatisfy(Self.isOfName),
            word.first?.isASCIIDigit == false
        {
            json += [UInt8(ascii: "\"")] + word + [UInt8(ascii: "\"")]
        } else {
            json += Self.number(String(repairing: word)).utf8
        }
    }

    /// Returns a number as JSON has it, and any other word as it is.
    private static func number(_ word: String) -> String {
        let plain = word.hasPrefix("+") || word.hasPrefix("-") ? word.dropFirst() : word[...]
        let sign = word.hasPrefix("-") ? "-" : ""
        guard let first = plain.utf8.first, first.isASCIIDigit || first == UInt8(ascii: ".") else { return word }
        if plain.hasPrefix("0x") || plain.hasPrefix("0X") {
            let digits = plain.utf8.dropFirst(2).compactMap(\.hexDigitValue)
            guard digits.count == plain.utf8.count - 2, 1...8 ~= digits.count else { return word }
            return sign + String(digits.reduce(0 as UInt32) { $0 << 4 | UInt32($1) })
        }
        if plain.hasPrefix(".") { return "\(sign)0\(plain)" }
        return plain.hasSuffix(".") ? "\(sign)\(plain)0" : sign + plain
    }
}

extension UInt8 {
    var isSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
