import ThemeModel

/// Translates JSON5 to JSON: no comments, no commas at the end, keys and strings in quotation marks. Lines stay lines.
/// A token stays whole, so that what is not translated is not JSON either, and its reader reports it. These are not
/// translated: infinities, `NaN`, and escapes in names. https://spec.json5.org
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
        if let gap = Self.gap(at: rest) {
            let isPlain = gap.count == 1 && ![0x0B, 0x0C].contains(byte)
            json += isPlain ? Array(gap) : [0x20] + gap.filter { $0 == UInt8(ascii: "\n") }
            rest = rest[gap.endIndex...]
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

    /// Returns the space or the comment that a text starts with; `nil` if it starts with neither.
    private static func gap(at text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let byte = text.first, byte.isSpace || byte == UInt8(ascii: "/") || byte >= 0x80 else { return nil }
        if byte.isSpace { return text.prefix(1) }
        if text.starts(with: "//".utf8) {
            var rest = text
            while !rest.isEmpty, !lineEnds.contains(where: { rest.starts(with: $0.utf8) }) { rest.removeFirst() }
            return text[..<rest.startIndex]
        }
        if text.starts(with: "/*".utf8) {
            return text.dropFirst(2).firstRange(of: "*/".utf8).map { text[..<$0.upperBound] }
        }
        return spaces.first { text.starts(with: $0.utf8) }.map { text.prefix($0.utf8.count) }
    }

    private static let lineEnds = ["\r\n", "\n", "\r", "\u{2028}", "\u{2029}"]
    private static let spaces = ["\u{A0}", "\u{FEFF}", "\u{2028}", "\u{2029}", "\u{202F}", "\u{205F}", "\u{3000}"]

    private mutating func string() {
        let mark = rest.removeFirst()
        json.append(UInt8(ascii: "\""))
        var lines = 0
        while let byte = rest.popFirst() {
            switch byte {
            case mark:
                json.append(UInt8(ascii: "\""))
                return json += Array(repeating: UInt8(ascii: "\n"), count: lines)
            case UInt8(ascii: "\\") where Self.lineEnds.contains(where: { rest.starts(with: $0.utf8) }):
                let end = Self.lineEnds.first { rest.starts(with: $0.utf8) } ?? ""
                rest = rest.dropFirst(end.utf8.count)
                lines += end.hasSuffix("\n") ? 1 : 0
            case UInt8(ascii: "\\"): escape(rest.popFirst())
            case UInt8(ascii: "\""): json += Array("\\\"".utf8)
            case UInt8(ascii: "\t"): json += Array("\\t".utf8)
            default: json.append(byte)
            }
        }
    }

    private mutating func escape(_ byte: UInt8?) {
        switch byte {
        case UInt8(ascii: "x") where rest.prefix(2).count { $0.hexDigitValue != nil } == 2:
            appendCharacter(rest.prefix(2))
            rest = rest.dropFirst(2)
        case UInt8(ascii: "v"): appendCharacter("0b".utf8)
        case UInt8(ascii: "0") where rest.first?.isASCIIDigit != true: appendCharacter("00".utf8)
        // JSON has these, and JSON5 has no digits and no other x: the reader of JSON reports them.
        case let byte? where "bfnrtu\"\\/x0123456789".utf8.contains(byte): json += [UInt8(ascii: "\\"), byte]
        case UInt8(ascii: "\t"): json += "\\t".utf8
        case let byte?: json.append(byte)
        case nil: json.append(UInt8(ascii: "\\"))
        }
    }

    private mutating func appendCharacter(_ digits: some Sequence<UInt8>) { json += Array("\\u00".utf8) + digits }

    private static func isOfWord(_ byte: UInt8) -> Bool { isOfName(byte) || ".+-".utf8.contains(byte) }

    private static func isOfName(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || "_$".utf8.contains(byte) || byte >= 0x80
    }

    /// A key without quotation marks, a number or a literal.
    private mutating func word() {
        let start = rest
        while let byte = rest.first, Self.isOfWord(byte), Self.gap(at: rest) == nil { rest.removeFirst() }
        let word = start[..<rest.startIndex]
        var next = rest
        while let gap = Self.gap(at: next) { next = next[gap.endIndex...] }
        if next.first == UInt8(ascii: ":"), word.allSatisfy(Self.isOfName),
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
            guard digits.count == plain.utf8.count - 2, 1...16 ~= digits.count else { return word }
            return sign + String(digits.reduce(0 as UInt64) { $0 << 4 | UInt64($1) })
        }
        if plain.hasPrefix(".") { return "\(sign)0\(plain)" }
        let whole = plain.replacing(".e", with: ".0e").replacing(".E", with: ".0E")
        return sign + (whole.hasSuffix(".") ? whole + "0" : whole)
    }
}

extension UInt8 {
    var isSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
