import ThemeModel

/// Translates JSON5 to JSON: no comments, no commas at the end, keys and strings in quotation marks. Lines stay lines.
/// Other text stays as it is, and the reader of JSON reports it. https://spec.json5.org
struct JSON5 {
    private var rest: ArraySlice<UInt8>
    private var json: [UInt8] = []
    /// The index in ``json`` of a comma after which only spaces came.
    private var comma: Int?

    static func json(of bytes: [UInt8]) -> [UInt8] {
        var translation = JSON5(rest: bytes[...])
        while let byte = translation.rest.first { translation.translate(byte) }
        return translation.json
    }

    private mutating func translate(_ byte: UInt8) {
        if byte.isSpace {
            json.append(rest.removeFirst())
        } else if rest.starts(with: "//".utf8) {
            rest = rest.drop { $0 != UInt8(ascii: "\n") }
        } else if rest.starts(with: "/*".utf8) {
            let end = rest.dropFirst(2).firstRange(of: "*/".utf8)?.upperBound ?? rest.endIndex
            json += rest[..<end].filter { $0 == UInt8(ascii: "\n") }
            rest = rest[end...]
        } else if byte == UInt8(ascii: ",") {
            comma = json.count
            json.append(rest.removeFirst())
        } else {
            if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]"), let comma { json[comma] = 0x20 }
            comma = nil
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                string()
            } else if Self.isOfWord(byte) {
                word()
            } else {
                json.append(rest.removeFirst())
            }
        }
    }

    private mutating func string() {
        let mark = rest.removeFirst()
        json.append(UInt8(ascii: "\""))
        while let byte = rest.popFirst() {
            switch byte {
            case mark: return json.append(UInt8(ascii: "\""))
            case UInt8(ascii: "\\"): escape(rest.popFirst())
            case UInt8(ascii: "\""): json += Array("\\\"".utf8)
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

    private static func isOfWord(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || byte >= 0x80 || "_$.+".utf8.contains(byte)
    }

    /// A key without quotation marks, a number or a literal.
    private mutating func word() {
        let word = rest.prefix(while: Self.isOfWord)
        rest = rest[word.endIndex...]
        if rest.first(where: { !$0.isSpace }) == UInt8(ascii: ":") {
            json += [UInt8(ascii: "\"")] + word + [UInt8(ascii: "\"")]
        } else {
            json += Self.number(String(repairing: word)).utf8
        }
    }

    private static func number(_ word: String) -> String {
        let plain = word.hasPrefix("+") ? String(word.dropFirst()) : word
        if plain.lowercased().hasPrefix("0x") {
            let digits = plain.utf8.dropFirst(2).compactMap(\.hexDigitValue)
            if 1...8 ~= digits.count { return String(digits.reduce(0) { $0 << 4 | Int($1) }) }
        }
        if plain.hasPrefix(".") { return "0" + plain }
        return plain.hasSuffix(".") ? plain + "0" : plain
    }
}

extension UInt8 {
    var isSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
