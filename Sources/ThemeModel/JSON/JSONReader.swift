import ThemeSystem

// See docs/decisions/10-readers-of-texts.md.
/// The only reader of JSON: of settings in packs and storages, of feeds, and of the files of a project.
///
/// It reads a whole text, as RFC 8259 defines it and in strict UTF-8, into a ``SettingValue``. Foundation's readers
/// accept trailing commas and duplicate keys, recurse without limit, and report no position.
///
/// - ``SettingsLimits`` bounds the bytes, the depth of the recursion, the key paths and the digits of a number.
/// - A defect ends the reading. ``JSONError`` says where, as an offset: its users know how to show places to people.
/// - Places are optional. With them, a caller gets the offset of each key and value by its path, and every duplicate
///   key. Without them, a duplicate key is a defect, and no path is made.
/// - It does not repair and does not guess: that is the task of who shows the defect.
package struct JSONReader {
    private let bytes: UnsafeRawBufferPointer
    private let limits: SettingsLimits
    private var places: SettingsPlaces?
    private var offset = 0
    private var pathLength = 0
    private var pathBytes = 0

    /// Positions take a hundred times the memory of numbers, and no error refers to numbers in long lists.
    private static let scalarPlacesMax = 1000

    /// Rejects duplicate keys.
    package static func value(of bytes: UnsafeRawBufferPointer, _ limits: SettingsLimits) throws(JSONError)
        -> SettingValue
    {
        var reader = JSONReader(bytes: bytes, limits: limits)
        return try reader.text(at: nil)
    }

    /// Takes the last of duplicate keys.
    package static func placedValue(
        of bytes: [UInt8], _ limits: SettingsLimits
    ) throws(JSONError) -> (value: SettingValue, places: SettingsPlaces) {
        try bytes.withBytes { bytes throws(JSONError) in
            var reader = JSONReader(bytes: bytes, limits: limits, places: SettingsPlaces())
            let value = try reader.text(at: .root)
            return (value, reader.places ?? SettingsPlaces())
        }
    }

    private init(bytes: UnsafeRawBufferPointer, limits: SettingsLimits, places: SettingsPlaces? = nil) {
        self.bytes = bytes
        self.limits = limits
        self.places = places
    }

    private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private func problem(_ defect: JSONError.Defect) -> JSONError { JSONError(offset: offset, defect: defect) }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { offset += 1 }
    }

    private mutating func take(_ mark: Unicode.Scalar) -> Bool {
        skipSpace()
        guard next == UInt8(ascii: mark) else { return false }
        offset += 1
        return true
    }

    private mutating func text(at path: SettingPath?) throws(JSONError) -> SettingValue {
        guard bytes.count <= limits.bytes else { throw problem(.tooLong(bytes.count, limit: limits.bytes)) }
        let value = try value(at: path, depth: 0)
        skipSpace()
        guard next == nil else { throw problem(.expectedEnd) }
        return value
    }

    private mutating func value(at path: SettingPath?, depth: Int) throws(JSONError) -> SettingValue {
        skipSpace()
        guard depth <= limits.depth else { throw problem(.tooDeep(limit: limits.depth)) }
        if let path {
            guard places?.values.count ?? 0 < limits.values else { throw problem(.tooManyValues(limit: limits.values)) }
            places?.values[path] = offset
        }
        switch next {
        case UInt8(ascii: "{"): return try object(at: path, depth: depth)
        case UInt8(ascii: "["): return try list(at: path, depth: depth)
        default: return try scalar()
        }
    }

    /// - Parameter length: the bytes that the value adds to the path of its parent.
    private mutating func child(at path: SettingPath?, _ length: Int, depth: Int) throws(JSONError) -> SettingValue {
        skipSpace()
        pathLength += length + 1
        pathBytes += pathLength
        guard pathBytes <= limits.pathBytes else { throw problem(.longPaths) }
        let value = try value(at: path, depth: depth)
        pathLength -= length + 1
        return value
    }

    private mutating func object(at path: SettingPath?, depth: Int) throws(JSONError) -> SettingValue {
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
            guard key.utf8.count <= limits.keyBytes else { throw problem(.longKey(limit: limits.keyBytes)) }
            guard take(":") else { throw problem(.expectedColon(key: key)) }
            let member = path?.appending(key)
            let value = try child(at: member, key.utf8.count, depth: depth + 1)
            let isDuplicate = members.updateValue(value, forKey: key) != nil
            if let path, let member {
                // A dictionary keeps the form of a key that it has first.
                let first = isDuplicate ? members.index(forKey: key).map { path.appending(members[$0].key) } : nil
                places?.add(key: member, at: start, after: first)
            } else if isDuplicate {
                throw JSONError(offset: start, defect: .duplicateKey(key))
            }
        } while take(",")
        guard take("}") else { throw problem(.expectedCommaOr("}")) }
        return .object(members)
    }

    private mutating func list(at path: SettingPath?, depth: Int) throws(JSONError) -> SettingValue {
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
                let index = String(items.count)
                items.append(try child(at: path.appending(index), index.utf8.count, depth: depth + 1))
            } else {
                items.append(try scalar())
            }
        } while take(",")
        guard take("]") else { throw problem(.expectedCommaOr("]")) }
        return .list(items)
    }

    private mutating func scalar() throws(JSONError) -> SettingValue {
        switch next {
        case nil: throw problem(.endOfFile)
        case UInt8(ascii: "\""): return .string(try string())
        default: return try word()
        }
    }

    private mutating func word() throws(JSONError) -> SettingValue {
        let start = offset
        while let byte = next, !Self.endsWord(byte) { offset += 1 }
        let word = UnsafeRawBufferPointer(rebasing: bytes[start..<offset])
        func isWord(_ expected: StaticString) -> Bool { expected.withUTF8Buffer { word.elementsEqual($0) } }
        if isWord("true") { return .boolean(true) }
        if isWord("false") { return .boolean(false) }
        if isWord("null") { return .null }
        do throws(JSONError.Defect) {
            return .number(try JSONNumber.value(of: word, limits))
        } catch {
            throw JSONError(offset: start, defect: error)
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

    private mutating func string() throws(JSONError) -> String {
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
        guard next != nil else { throw JSONError(offset: start, defect: .unclosedString) }
        offset += 1
        let content = UnsafeRawBufferPointer(rebasing: bytes[start + 1..<offset - 1])
        do throws(JSONError.Defect) {
            let decoded = isPlain ? nil : try JSONEscapes.decoded(content)
            do throws(InvalidText) {
                if let decoded { return try String(checking: decoded) }
                return try String(checking: content)
            } catch {
                throw .invalidText(error.defect)
            }
        } catch {
            throw JSONError(offset: start, defect: error)
        }
    }
}

/// The first defect of a text that is not JSON, or is beyond a limit.
package struct JSONError: Error, Hashable, Sendable {
    /// The offset of the defect, or of the start of the string or word that has it.
    package let offset: Int
    package let defect: Defect

    package enum Defect: Error, Hashable, Sendable, CustomStringConvertible {
        case tooLong(_ bytes: Int, limit: Int)
        case tooDeep(limit: Int)
        case tooManyValues(limit: Int)
        case longKey(limit: Int)
        case longPaths
        case longNumber(limit: Int)
        case endOfFile
        case expectedEnd
        case expectedKey(followsComma: Bool)
        case expectedColon(key: String)
        case expectedCommaOr(_ end: String)
        /// The list ends after a comma.
        case expectedValue
        case notAValue(word: String)
        case inexactInteger
        case duplicateKey(String)
        case controlCharacter
        case unclosedString
        case unknownEscape
        case halfSurrogatePair
        case expectedHexDigits
        case invalidText(InvalidText.Defect)

        package var description: String {
            switch self {
            case .tooLong(let bytes, let limit): "has \(bytes) bytes, at most \(limit) are read"
            case .tooDeep(let limit): "is nested more than \(limit) levels deep"
            case .tooManyValues(let limit): "contains more than \(limit) values"
            case .longKey(let limit): "the key before this place has more than \(limit) bytes"
            case .longPaths: "its key paths are too long"
            case .longNumber(let limit): "a number has more than \(limit) characters"
            case .endOfFile: "the file ends where a value is expected"
            case .expectedEnd: "expected the end of the file"
            case .expectedKey: "expected a key in quotation marks"
            case .expectedColon(let key): "expected ':' after the key \"\(key)\""
            case .expectedCommaOr(let end): "expected ',' or '\(end)'"
            case .expectedValue, .notAValue: "expected a value"
            case .inexactInteger: "the number is too large to be stored exactly"
            case .duplicateKey(let key): "the key \"\(key)\" stands twice"
            case .controlCharacter: "a string contains a control character"
            case .unclosedString: "a string has no end"
            case .unknownEscape: "a string has an escape that does not exist"
            case .halfSurrogatePair: "half of a surrogate pair is missing"
            case .expectedHexDigits: "expected four hexadecimal digits"
            case .invalidText(let defect): "a string \(defect.reason)"
            }
        }
    }
}
