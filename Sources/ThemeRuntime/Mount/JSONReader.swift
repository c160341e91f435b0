import ThemeModel

/// A strict JSON reader of bounded length and depth, which rejects duplicate keys.
///
/// Foundation's readers accept duplicate keys, recurse without limit, and report no position.
package struct JSONReader {
    package struct SyntaxError: Error {
        package let offset: Int
        package let reason: String
    }

    private let bytes: UnsafeRawBufferPointer
    private let limits: ReadingLimits
    private let depthMax: Int
    private var offset = 0
    private var pathLength = 0
    private var pathBytes = 0

    package static func value(
        of bytes: UnsafeRawBufferPointer, _ limits: ReadingLimits = ReadingLimits()
    ) throws(SyntaxError) -> SettingValue {
        guard bytes.count <= limits.settingsBytes else {
            throw SyntaxError(offset: 0, reason: "has \(bytes.count) bytes, at most \(limits.settingsBytes) are read")
        }
        var reader = JSONReader(bytes: bytes, limits)
        let value = try reader.value(depth: 0)
        reader.skipSpace()
        guard reader.next == nil else { throw reader.problem("expected the end of the file") }
        return value
    }

    private init(bytes: UnsafeRawBufferPointer, _ limits: ReadingLimits) {
        (self.bytes, self.limits) = (bytes, limits)
        depthMax = min(limits.settingsDepth, 128)
    }

    private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private func problem(_ reason: String) -> SyntaxError { SyntaxError(offset: offset, reason: reason) }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { offset += 1 }
    }

    private mutating func take(_ mark: Unicode.Scalar) -> Bool {
        skipSpace()
        guard next == UInt8(ascii: mark) else { return false }
        offset += 1
        return true
    }

    private mutating func value(depth: Int) throws(SyntaxError) -> SettingValue {
        skipSpace()
        guard depth <= depthMax else { throw problem("is nested more than \(depthMax) levels deep") }
        switch next {
        case nil: throw problem("the file ends where a value is expected")
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try list(depth: depth)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .boolean(true))
        case UInt8(ascii: "f"): return try word("false", .boolean(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return .number(try number())
        }
    }

    private mutating func object(depth: Int) throws(SyntaxError) -> SettingValue {
        offset += 1
        var members: [String: SettingValue] = [:]
        if take("}") { return .object(members) }
        repeat {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { throw problem("expected a key in quotation marks") }
            let start = offset
            let key = try string()
            guard take(":") else { throw problem("expected ':' after the key \"\(key)\"") }
            pathLength += key.utf8.count + 1
            defer { pathLength -= key.utf8.count + 1 }
            pathBytes += pathLength
            guard pathBytes <= limits.keyPathBytes else { throw problem("its key paths are too long") }
            guard members.updateValue(try value(depth: depth + 1), forKey: key) == nil else {
                throw SyntaxError(offset: start, reason: "the key \"\(key)\" stands twice")
            }
        } while take(",")
        guard take("}") else { throw problem("expected ',' or '}'") }
        return .object(members)
    }

    private mutating func list(depth: Int) throws(SyntaxError) -> SettingValue {
        offset += 1
        var items: [SettingValue] = []
        if take("]") { return .list(items) }
        repeat { items.append(try value(depth: depth + 1)) } while take(",")
        guard take("]") else { throw problem("expected ',' or ']'") }
        return .list(items)
    }

    private mutating func word(_ word: StaticString, _ value: SettingValue) throws(SyntaxError) -> SettingValue {
        let length = word.utf8CodeUnitCount
        let isThere = word.withUTF8Buffer { bytes[offset...].prefix(length).elementsEqual($0) }
        guard isThere else { throw problem("expected a value") }
        offset += length
        return value
    }

    private mutating func number() throws(SyntaxError) -> Double {
        let start = offset
        let isThere = integer() && fraction() && exponent()
        guard isThere, let number = Double(String(decoding: bytes[start..<offset], as: UTF8.self)), number.isFinite
        else {
            offset = start
            throw problem("expected a value")
        }
        return number
    }

    private mutating func integer() -> Bool {
        if next == UInt8(ascii: "-") { offset += 1 }
        let isZero = next == UInt8(ascii: "0")
        let count = digits()
        return count == 1 || count > 1 && !isZero
    }

    private mutating func fraction() -> Bool {
        guard next == UInt8(ascii: ".") else { return true }
        offset += 1
        return digits() > 0
    }

    private mutating func exponent() -> Bool {
        guard next == UInt8(ascii: "e") || next == UInt8(ascii: "E") else { return true }
        offset += 1
        if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { offset += 1 }
        return digits() > 0
    }

    private mutating func digits() -> Int {
        let start = offset
        while let byte = next, byte.isASCIIDigit { offset += 1 }
        return offset - start
    }

    private mutating func string() throws(SyntaxError) -> String {
        offset += 1
        let start = offset
        while let byte = next, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 { offset += 1 }
        var text: [UInt8] = Array(bytes[start..<offset])
        while next != UInt8(ascii: "\"") {
            guard let byte = next else { throw problem("a string has no end") }
            guard byte >= 0x20 else { throw problem("a string contains a control character") }
            offset += 1
            if byte == UInt8(ascii: "\\") { text += try escape() } else { text.append(byte) }
        }
        guard let string = String(validUTF8: text) else { throw problem("a string is not UTF-8") }
        offset += 1
        return string
    }

    private mutating func escape() throws(SyntaxError) -> [UInt8] {
        guard let byte = next else { throw problem("a string has no end") }
        offset += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "u"): return Array(String(Character(try scalar())).utf8)
        default: throw problem("a string has an escape that does not exist")
        }
    }

    /// Reads the digits of `\uXXXX`, or of a surrogate pair.
    private mutating func scalar() throws(SyntaxError) -> Unicode.Scalar {
        let first = try codeUnit()
        var value = first
        if (0xD800..<0xDC00).contains(first), next == UInt8(ascii: "\\") {
            offset += 1
            guard next == UInt8(ascii: "u") else { throw problem("half of a surrogate pair is missing") }
            offset += 1
            let second = try codeUnit()
            guard (0xDC00..<0xE000).contains(second) else { throw problem("half of a surrogate pair is missing") }
            value = 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
        }
        guard let scalar = Unicode.Scalar(value) else { throw problem("half of a surrogate pair is missing") }
        return scalar
    }

    private mutating func codeUnit() throws(SyntaxError) -> UInt32 {
        let digits = bytes[offset...].prefix(4).compactMap(\.hexDigitValue)
        guard digits.count == 4 else { throw problem("expected four hexadecimal digits") }
        offset += 4
        return digits.reduce(0) { $0 << 4 | UInt32($1) }
    }
}
