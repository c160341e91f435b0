import ThemeSystem

// See docs/decisions/10-readers-of-texts.md.
/// The only reader of JSON: of settings in packs and storages, of feeds, and of the files of a project.
///
/// It reads a whole text, as RFC 8259 defines it and in strict UTF-8, into a ``SettingValue``. Foundation's readers
/// accept trailing commas and duplicate keys, recurse without limit, and report no position.
///
/// - ``SettingsLimits`` bounds the bytes, the depth of the recursion, the key paths and the digits of a number.
/// - A defect ends the reading. ``SettingsError`` says where, as an offset: its users show places to people.
/// - Places are optional. With them, a caller gets the offset of each key and value by its path, and every duplicate
///   key. Without them, a duplicate key is a defect, and no path is made.
/// - It does not repair and does not guess: that is the task of who shows the defect.
package struct JSONReader {
    private let bytes: UnsafeRawBufferPointer
    private var reading: SettingsReading
    private var offset = 0

    /// Positions take a hundred times the memory of numbers, and no error refers to numbers in long lists.
    private static let scalarPlacesMax = 1000

    /// Rejects duplicate keys.
    package static func value(
        of bytes: UnsafeRawBufferPointer, _ limits: SettingsLimits
    ) throws(SettingsError) -> SettingValue {
        var reader = JSONReader(bytes: bytes, reading: SettingsReading(limits, hasPlaces: false))
        return try reader.text(at: nil)
    }

    /// Takes the last of duplicate keys.
    package static func placedValue(
        of bytes: [UInt8], _ limits: SettingsLimits
    ) throws(SettingsError) -> (value: SettingValue, places: SettingsPlaces) {
        try bytes.withBytes { bytes throws(SettingsError) in
            var reader = JSONReader(bytes: bytes, reading: SettingsReading(limits, hasPlaces: true))
            let value = try reader.text(at: .root)
            return (value, reader.reading.places ?? SettingsPlaces())
        }
    }

    private var limits: SettingsLimits { reading.limits }

    private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private func problem(_ defect: SettingsError.Defect) -> SettingsError {
        SettingsError(offset: offset, defect: defect)
    }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { offset += 1 }
    }

    private mutating func take(_ mark: Unicode.Scalar) -> Bool {
        skipSpace()
        guard next == UInt8(ascii: mark) else { return false }
        offset += 1
        return true
    }

    private mutating func text(at path: SettingPath?) throws(SettingsError) -> SettingValue {
        guard bytes.count <= limits.bytes else { throw problem(.tooLong(bytes.count, limit: limits.bytes)) }
        let value = try value(at: path, depth: 0)
        skipSpace()
        guard next == nil else { throw problem(.expectedEnd) }
        return value
    }

    private mutating func value(at path: SettingPath?, depth: Int) throws(SettingsError) -> SettingValue {
        skipSpace()
        try reading.beginValue(at: path, offset, depth: depth)
        switch next {
        case UInt8(ascii: "{"): return try object(at: path, depth: depth)
        case UInt8(ascii: "["): return try list(at: path, depth: depth)
        default: return try scalar()
        }
    }

    /// - Parameter key: the last key of the path, or the number of an item.
    private mutating func child(
        _ key: String, of path: SettingPath?, depth: Int
    ) throws(SettingsError) -> SettingValue {
        skipSpace()
        try reading.enter(key, offset)
        defer { reading.leave(key) }
        return try value(at: path?.appending(key), depth: depth)
    }

    private mutating func object(at path: SettingPath?, depth: Int) throws(SettingsError) -> SettingValue {
        offset += 1
        var members: [String: SettingValue] = [:]
        if take("}") { return .object(members) }
        repeat {
            skipSpace()
            guard next == UInt8(ascii: "\"") else {
                throw problem(.expectedKey(followsComma: next == UInt8(ascii: "}")))
            }
            let start = offset
            let key = try string()
            guard key.utf8.count <= limits.keyBytes else { throw problem(.longKeyBefore(limit: limits.keyBytes)) }
            guard take(":") else { throw problem(.expectedColon(key: key)) }
            let value = try child(key, of: path, depth: depth + 1)
            try reading.add(value, for: key, start, to: &members, at: path)
        } while take(",")
        guard take("}") else { throw problem(.expectedCommaOr("}")) }
        return .object(members)
    }

    private mutating func list(at path: SettingPath?, depth: Int) throws(SettingsError) -> SettingValue {
        offset += 1
        var items: [SettingValue] = []
        if take("]") { return .list(items) }
        repeat {
            skipSpace()
            if next == UInt8(ascii: "]") { throw problem(.expectedValue) }
            guard let path else {
                items.append(try value(at: nil, depth: depth + 1))
                continue
            }
            let isContainer = next == UInt8(ascii: "{") || next == UInt8(ascii: "[")
            if isContainer || items.count < Self.scalarPlacesMax {
                items.append(try child(String(items.count), of: path, depth: depth + 1))
            } else {
                items.append(try scalar())
            }
        } while take(",")
        guard take("]") else { throw problem(.expectedCommaOr("]")) }
        return .list(items)
    }

    private mutating func scalar() throws(SettingsError) -> SettingValue {
        switch next {
        case nil: throw problem(.endOfFile)
        case UInt8(ascii: "\""): return .string(try string())
        default: return try word()
        }
    }

    private mutating func word() throws(SettingsError) -> SettingValue {
        let start = offset
        while let byte = next, !Self.endsWord(byte) { offset += 1 }
        let word = UnsafeRawBufferPointer(rebasing: bytes[start..<offset])
        func isWord(_ expected: StaticString) -> Bool { expected.withUTF8Buffer { word.elementsEqual($0) } }
        if isWord("true") { return .boolean(true) }
        if isWord("false") { return .boolean(false) }
        if isWord("null") { return .null }
        do throws(SettingsError.Defect) {
            return .number(try JSONNumber.value(of: word, limits))
        } catch {
            throw SettingsError(offset: start, defect: error)
        }
    }

    private static func endsWord(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "\""), UInt8(ascii: "["),
            UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"):
            true
        default: false
        }
    }

    private mutating func string() throws(SettingsError) -> String {
        let start = offset
        var isPlain = true
        offset += 1
        while let byte = next, byte != UInt8(ascii: "\"") {
            guard byte >= 0x20 else { throw problem(.controlCharacter) }
            if byte == UInt8(ascii: "\\") {
                isPlain = false
                offset += 1
            }
            offset += 1
        }
        guard next != nil else { throw SettingsError(offset: start, defect: .unclosedString) }
        offset += 1
        let content = UnsafeRawBufferPointer(rebasing: bytes[start + 1..<offset - 1])
        do throws(SettingsError.Defect) {
            let decoded = isPlain ? nil : try JSONEscapes.decoded(content)
            do throws(InvalidText) {
                if let decoded { return try String(checking: decoded) }
                return try String(checking: content)
            } catch {
                throw .invalidText(error.defect)
            }
        } catch {
            throw SettingsError(offset: start, defect: error)
        }
    }
}
