/// The limits of ``JSONReader`` and ``PropertyListReader``.
package struct SettingsLimits: Hashable, Sendable {
    package let bytes: Int
    /// Levels of objects and lists. The readers recurse for each.
    package let depth: Int
    /// Bytes of all paths. Each member repeats the path of its parents; items of lists count if they have places.
    package let pathBytes: Int
    /// Whether a dot in a key counts as a level, because it separates the keys of a path.
    package let dotsNest: Bool
    package var keyBytes = Int.max
    /// Values that have places.
    package var values = Int.max
    /// The largest integer without fraction and exponent.
    package var integerMax = Double.infinity
    /// The largest double has 309 digits, and the exact decimal fraction of the smallest one has 1,074.
    package var numberBytes = 2048

    package init(bytes: Int, depth: Int, pathBytes: Int, dotsNest: Bool = false) {
        self.bytes = bytes
        self.depth = min(depth, 128)
        self.pathBytes = pathBytes
        self.dotsNest = dotsNest
    }
}

/// The places of keys and values in a text of settings, as offsets of bytes.
package struct SettingsPlaces: Sendable {
    package struct Duplicate: Sendable {
        package let key: SettingPath
        package let offset: Int
        package let first: Int?
    }

    package fileprivate(set) var keys: [SettingPath: Int] = [:]
    /// Without the scalars beyond the first thousand of a list.
    package fileprivate(set) var values: [SettingPath: Int] = [:]
    /// Paths that occur twice, also in two written forms.
    package fileprivate(set) var duplicates: [Duplicate] = []
}

/// The limits and places of a text while it is read. Offsets are for places and errors.
struct SettingsReading {
    let limits: SettingsLimits
    /// `nil` if no places are wanted. Then the paths of values are `nil`, and a duplicate key is a defect.
    private(set) var places: SettingsPlaces?
    private var pathLength = 0
    private var pathBytes = 0
    /// Dots in the keys of the path.
    private var dotCount = 0

    init(_ limits: SettingsLimits, hasPlaces: Bool) {
        self.limits = limits
        places = hasPlaces ? SettingsPlaces() : nil
    }

    mutating func beginValue(at path: SettingPath?, _ offset: Int, depth: Int) throws(SettingsError) {
        guard depth + dotCount <= limits.depth else {
            throw SettingsError(offset: offset, defect: .tooDeep(limit: limits.depth))
        }
        guard let path else { return }
        guard places?.values.count ?? 0 < limits.values else {
            throw SettingsError(offset: offset, defect: .tooManyValues(limit: limits.values))
        }
        places?.values[path] = offset
    }

    mutating func enter(_ key: String, _ offset: Int) throws(SettingsError) {
        pathLength += key.utf8.count + 1
        pathBytes += pathLength
        guard pathBytes <= limits.pathBytes else { throw SettingsError(offset: offset, defect: .longPaths) }
        if limits.dotsNest { dotCount += key.utf8.count { $0 == UInt8(ascii: ".") } }
    }

    mutating func leave(_ key: String) {
        pathLength -= key.utf8.count + 1
        if limits.dotsNest { dotCount -= key.utf8.count { $0 == UInt8(ascii: ".") } }
    }

    /// - Parameters:
    ///   - offset: of the key.
    ///   - path: of the object.
    mutating func add(
        _ value: SettingValue, for key: String, _ offset: Int, to members: inout [String: SettingValue],
        at path: SettingPath?
    ) throws(SettingsError) {
        let isDuplicate = members.updateValue(value, forKey: key) != nil
        guard let path else {
            if isDuplicate { throw SettingsError(offset: offset, defect: .duplicateKey(key)) }
            return
        }
        let member = path.appending(key)
        // A dictionary keeps the form of a key that it has first. A key with dots can have the path of a nested one.
        let known = isDuplicate ? members.index(forKey: key).map { path.appending(members[$0].key) } : member
        let first = known.flatMap { places?.keys[$0] }
        if isDuplicate || first != nil {
            places?.duplicates.append(.init(key: member, offset: offset, first: first))
        }
        places?.keys[member] = offset
    }
}

/// The first defect of a text that is not settings, or is beyond a limit.
package struct SettingsError: Error, Hashable, Sendable {
    /// The offset of the defect, or of the start of the string, word or element that has it.
    package let offset: Int
    /// The path of a value that no setting can have, if places are wanted.
    package let path: SettingPath?
    package let defect: Defect

    package init(offset: Int, path: SettingPath? = nil, defect: Defect) {
        self.offset = offset
        self.path = path
        self.defect = defect
    }

    package enum Defect: Error, Hashable, Sendable, CustomStringConvertible {
        case tooLong(_ bytes: Int, limit: Int)
        case tooDeep(limit: Int)
        case tooManyValues(limit: Int)
        case longPaths
        case duplicateKey(String)
        case inexactInteger
        // Of JSON.
        case longKeyBefore(limit: Int)
        case longNumber(limit: Int)
        case endOfFile
        case expectedEnd
        case expectedKey(followsComma: Bool)
        case expectedColon(key: String)
        case expectedCommaOr(_ end: String)
        /// The list ends after a comma.
        case expectedValue
        case notAValue(word: String)
        case controlCharacter
        case unclosedString
        case unknownEscape
        case halfSurrogatePair
        case expectedHexDigits
        case invalidText(InvalidText.Defect)
        // Of property lists.
        case longKey(limit: Int)
        case binary
        case xml(XMLError.Defect)
        case notAPropertyList
        case noValue
        case unexpectedElement(String)
        case textBetweenElements
        case keyWithoutValue(String)
        case valueWithoutKey
        case dateOrData
        case notANumber

        package var description: String {
            switch self {
            case .tooLong(let bytes, let limit): "has \(bytes) bytes, at most \(limit) are read"
            case .tooDeep(let limit): "is nested more than \(limit) levels deep"
            case .tooManyValues(let limit): "contains more than \(limit) values"
            case .longPaths: "its key paths are too long"
            case .duplicateKey(let key): "the key \"\(key)\" stands twice"
            case .inexactInteger: "the number is too large to be stored exactly"
            case .longKeyBefore(let limit): "the key before this place has more than \(limit) bytes"
            case .longNumber(let limit): "a number has more than \(limit) characters"
            case .endOfFile: "the file ends where a value is expected"
            case .expectedEnd: "expected the end of the file"
            case .expectedKey: "expected a key in quotation marks"
            case .expectedColon(let key): "expected ':' after the key \"\(key)\""
            case .expectedCommaOr(let end): "expected ',' or '\(end)'"
            case .expectedValue, .notAValue: "expected a value"
            case .controlCharacter: "a string contains a control character"
            case .unclosedString: "a string has no end"
            case .unknownEscape: "a string has an escape that does not exist"
            case .halfSurrogatePair: "half of a surrogate pair is missing"
            case .expectedHexDigits: "expected four hexadecimal digits"
            case .invalidText(let defect): "a string \(defect.reason)"
            case .longKey(let limit): "a key has more than \(limit) bytes"
            case .binary: "is a binary property list, which has no lines to report"
            case .xml(.declaration): "declares entities, which are not supported"
            case .xml(.noRoot), .notAPropertyList: "is not an XML property list"
            case .xml(let defect): defect.description
            case .noValue: "is a property list without a value"
            case .unexpectedElement(let name): "<\(name.prefix(20))> cannot be here"
            case .textBetweenElements: "there is text where an element is expected"
            case .keyWithoutValue(let key): "the key \"\(key)\" has no value"
            case .valueWithoutKey: "there is a value where a <key> is expected"
            case .dateOrData: "is a date or data, which no setting can be"
            case .notANumber: "is not a finite number"
            }
        }
    }
}
