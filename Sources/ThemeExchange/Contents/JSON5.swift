import ThemeModel

/// Translates JSON5 to JSON: no comments, no commas at the end, keys and strings in quotation marks. Lines stay lines.
/// Other text stays as it is, and the reader of JSON reports it. https://spec.json5.org
struct JSON5 {
    private let bytes: [UInt8]
    private var offset = 0
    private var json: [UInt8] = []
    /// The index in ``json`` of a comma after which only spaces came.
    private var comma: Int?

    static func json(of bytes: [UInt8]) -> [UInt8] {
        var translation = JSON5(bytes: bytes)
        while let byte = translation.peek() { translation.translate(byte) }
        return translation.json
    }

    private func peek(_ distance: Int = 0) -> UInt8? {
        offset + distance < bytes.count ? bytes[offset + distance] : nil
    }

    private mutating func translate(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "/"):
            while let next = peek(), next != UInt8(ascii: "\n") { offset += 1 }
        case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"): skipComment()
        case 0x09...0x0D, 0x20:
            json.append(byte)
            offset += 1
        case UInt8(ascii: ","):
            comma = json.count
            json.append(byte)
            offset += 1
        default:
            if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]"), let comma { json[comma] = 0x20 }
            comma = nil
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                string(endingWith: byte)
            } else if Self.isOfIdentifier(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: ".") {
                word()
            } else {
                json.append(byte)
                offset += 1
            }
        }
    }

    private mutating func skipComment() {
        offset += 2
        while let byte = peek(), !(byte == UInt8(ascii: "*") && peek(1) == UInt8(ascii: "/")) {
            if byte == UInt8(ascii: "\n") { json.append(byte) }
            offset += 1
        }
        offset = min(offset + 2, bytes.count)
    }

    private mutating func string(endingWith mark: UInt8) {
        json.append(UInt8(ascii: "\""))
        offset += 1
        while let byte = peek(), byte != mark {
            offset += 1
            if byte == UInt8(ascii: "\\"), let next = peek() {
                offset += 1
                escape(next)
            } else if byte == UInt8(ascii: "\"") {
                json += Array("\\\"".utf8)
            } else {
                json.append(byte)
            }
        }
        if peek() == mark {
            json.append(UInt8(ascii: "\""))
            offset += 1
        }
    }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\n"): break
        case UInt8(ascii: "'"): json.append(byte)
        // The reader of JSON reports escapes that only JSON5 has, such as those of two hexadecimal digits.
        default: json += [UInt8(ascii: "\\"), byte]
        }
    }

    private static func isOfIdentifier(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || byte >= 0x80 || byte == UInt8(ascii: "_")
            || byte == UInt8(ascii: "$")
    }

    /// A key without quotation marks, a number or a literal.
    private mutating func word() {
        let start = offset
        while let byte = peek(), Self.isOfIdentifier(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "+") {
            offset += 1
        }
        let word = bytes[start..<offset]
        if bytes[offset...].first(where: { !$0.isSpace }) == UInt8(ascii: ":") {
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
