/// The places of keys and values in a file.
package struct SourcePlaces: Sendable {
    let keys: [SettingPath: SourcePosition]
    package let values: [SettingPath: SourcePosition]

    /// The place of a key; of an object that only keys with dots are in, of the first of these.
    package func ofKey(_ path: SettingPath) -> SourcePosition? {
        keys[path] ?? keys.filter { $0.key.ancestors.contains(path) }.values.min()
    }

    /// Whether the key of a setting has dots, and stands for more than one key.
    package func hasDots(_ path: SettingPath) -> Bool {
        keys[path] != nil && path.parent.map { !$0.isRoot && keys[$0] == nil } == true
    }
}

/// A file of JSON, or a property list, with the places of what is in it. The members of a settings file become
/// ``Settings``.
package struct SourceDocument: Sendable {
    package var value: SettingValue
    package let places: SourcePlaces
    package private(set) var duplicateKeys: [SourceError] = []

    package var keyPositions: [SettingPath: SourcePosition] { places.keys }
    package var valuePositions: [SettingPath: SourcePosition] { places.values }

    /// The member with which a file names its JSON Schema, for editors. Any text is accepted: editors also take paths.
    package static let schemaKey = "$schema"

    init(_ value: SettingValue, _ places: SettingsPlaces, in text: SourceText) {
        self.value = value
        self.places = SourcePlaces(
            keys: places.keys.mapValues(text.position(of:)), values: places.values.mapValues(text.position(of:)))
        let paths = Set(places.duplicates.map(\.key))
        // The members of an object that occurs twice do so as well.
        duplicateKeys = places.duplicates.filter { !$0.key.ancestors.contains(where: paths.contains) }.map {
            duplicate in
            let line = duplicate.first.map { " (first in line \(text.position(of: $0).line))" } ?? ""
            return SourceError(
                position: text.position(of: duplicate.offset), key: duplicate.key,
                message: "the key occurs twice\(line)", hint: "keep one of them")
        }
    }

    func checkSchema() throws(SourceError) {
        let path = SettingPath([Self.schemaKey])
        guard let value = value.object?[Self.schemaKey], value.string == nil else { return }
        throw SourceError(
            position: valuePositions[path], key: path, message: "expected the address of a JSON Schema",
            hint: "'themepack schema' writes schemas; write their path as a string")
    }

    /// Checks the length before it copies the bytes.
    ///
    /// - Parameter translated: returns JSON for another notation, with the same lines.
    package static func read(
        _ bytes: some Collection<UInt8>, fileName: String, limits: ProjectLimits,
        translated: ([UInt8]) -> [UInt8] = { $0 }
    ) throws(SourceError) -> SourceDocument {
        guard bytes.count <= limits.configBytes else {
            throw SourceError(
                message: FileError.tooLarge(bytes: bytes.count, limit: limits.configBytes).explanation,
                hint: "split it, or raise the limit")
        }
        let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : Array(bytes)
        do throws(SourceError) {
            if fileName.lowercased().hasSuffix(".plist") {
                return try SourceDocument(propertyList: bytes, limits)
            }
            return try SourceDocument(json: translated(bytes), limits)
        } catch {
            throw SourceError(inPlaceOf: fileName, bytes, unreadAt: error.position?.line) ?? error
        }
    }
}

extension SourceError {
    /// Describes a file that is not the text itself: another kind of file, another encoding, or a merge that is not
    /// finished. `nil` if it is the text, with a mistake.
    package init?(inPlaceOf fileName: String, _ bytes: [UInt8], unreadAt line: Int?) {
        let text = try? SourceText(bytes)
        if let conflict = text?.conflict(at: line) {
            self = conflict
        } else if let standIn = StandIn(bytes, at: fileName), standIn != .nothing {
            self.init(position: .start, message: "is \(standIn.noun)", hint: standIn.hint)
        } else if [[0xFF, 0xFE], [0xFE, 0xFF]].contains(where: bytes.starts)
            // JSON and XML begin with two characters of ASCII.
            || bytes.prefix(2).contains(0) && bytes.prefix(4).contains(where: { $0 != 0 })
        {
            self.init(position: .start, message: "is UTF-16, not UTF-8", hint: "save it as UTF-8 in the editor")
        } else if text == nil, let kind = ImageKind.binary(bytes) {
            self.init(position: .start, message: "is \(kind), not a text", hint: "put the file itself here")
        } else {
            return nil
        }
    }
}

extension SourceDocument {
    init(json bytes: [UInt8], _ limits: ProjectLimits) throws(SourceError) {
        let text = try SourceText(bytes)
        do throws(SettingsError) {
            let (value, places) = try JSONReader.placedValue(of: bytes, limits.settings)
            self.init(value, places, in: text)
        } catch {
            throw text.mistake(error) ?? SourceError(error, at: text.position(of: error.offset), limits)
        }
    }
}

extension ProjectLimits {
    /// `configBytes` is checked before a file is read.
    var settings: SettingsLimits {
        var settings = SettingsLimits(bytes: .max, depth: configDepth, pathBytes: configPathBytes, dotsNest: true)
        settings.keyBytes = configKeyBytes
        settings.values = configValues
        settings.integerMax = Double(SourceError.exactIntegerMax)
        return settings
    }
}

extension SourceError {
    /// - Parameter otherHint: the hint for defects without one of their own.
    fileprivate init(
        _ error: SettingsError, at position: SourcePosition, _ limits: ProjectLimits, hint otherHint: String? = nil
    ) {
        self.init(position: position, key: error.path, message: error.defect.description, hint: otherHint)
        switch error.defect {
        case .tooDeep: hint = "flatten it"
        case .tooManyValues: hint = "split it, or raise the limit"
        case .longPaths:
            message = limits.longPaths
            hint = ProjectLimits.pathsHint
        case .longNumber: hint = "write it with fewer digits, or as a string"
        case .endOfFile: hint = "was it truncated? {} is a file without values"
        case .expectedKey(followsComma: true), .expectedValue: hint = "remove the comma before it"
        case .expectedKey: hint = "write it in straight quotation marks: \"key\""
        case .notAValue(""):
            message = "a value is missing"
            hint = "write null for a value that is not set"
        case .notAValue(let word):
            message = "'\(word)' is not a value"
            hint = "write strings in quotation marks, and numbers as 12, -0.5 or 1e3"
        case .invalidText(.marks), .xml(.invalidText(.marks)): hint = SourceError.marksHint
        case .controlCharacter:
            message = "a string contains a line break or another control character"
            hint = "write \\n for a line break"
        case .unclosedString:
            message = "the string that starts here has no end"
            hint = "close it with a quotation mark"
        case .halfSurrogatePair:
            message = "the string has one half of a surrogate pair"
            hint = "write the character itself, or both halves: \\ud83d\\ude00"
        case .unknownEscape, .expectedHexDigits:
            message = "the string has an escape that does not exist"
            hint = "a backslash itself is written \\\\"
        case .notAPropertyList, .xml(.noRoot):
            hint = "it starts with <?xml ...?> and <plist>; JSON settings belong in a .json file"
        case .inexactInteger: hint = "write a smaller number, or a string where one is expected"
        case .dateOrData, .notANumber: hint = "write it as a string"
        case .unexpectedElement:
            hint = "a property list has <dict>, <array>, <string>, <integer>, <real>, <true/> and <false/>"
        default: break
        }
    }
}

extension SourceDocument {
    init(propertyList bytes: [UInt8], _ limits: ProjectLimits) throws(SourceError) {
        guard !bytes.starts(with: "bplist".utf8) else {
            throw SourceError(
                message: SettingsError.Defect.binary.description, hint: "convert it: plutil -convert xml1 FILE")
        }
        let text = try SourceText(bytes)
        do throws(SettingsError) {
            let (value, places) = try PropertyListReader.placedValue(of: bytes, limits.settings)
            self.init(value, places, in: text)
        } catch {
            throw SourceError(
                error, at: text.position(of: error.offset), limits, hint: "'plutil -lint FILE' reports more on macOS")
        }
    }
}

/// A position in a text file. Lines and columns count from 1; columns count Unicode scalars.
package struct SourcePosition: Hashable, Comparable, Sendable {
    package let line: Int
    package let column: Int

    package static let start = SourcePosition(line: 1, column: 1)

    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    package static func < (left: Self, right: Self) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}

struct SourceText: Sendable {
    let bytes: [UInt8]
    let lineStarts: [Int]
    /// The offsets of UTF-8 continuation bytes, which do not start a column.
    private let continuations: [Int]

    init(_ bytes: [UInt8]) throws(SourceError) {
        self.bytes = bytes
        (lineStarts, continuations) = bytes.withUnsafeBufferPointer { bytes in
            var lineStarts = [0]
            var continuations = [Int]()
            var offset = 0
            while offset < bytes.count {
                if bytes[offset] == UInt8(ascii: "\n") { lineStarts.append(offset + 1) }
                if bytes[offset] & 0xC0 == 0x80 { continuations.append(offset) }
                offset += 1
            }
            return (lineStarts, continuations)
        }
        do throws(InvalidText) {
            _ = try String(checking: bytes)
        } catch {
            let hint = error.defect == .marks ? SourceError.marksHint : "save it as UTF-8 in the editor"
            throw SourceError(position: position(of: error.offset), message: error.description, hint: hint)
        }
    }

    func position(of offset: Int) -> SourcePosition {
        let line = Self.count(of: lineStarts, upTo: offset) - 1
        let start = lineStarts[line]
        let skipped = Self.count(of: continuations, upTo: offset) - Self.count(of: continuations, upTo: start)
        return SourcePosition(line: line + 1, column: offset - start - skipped + 1)
    }

    private static func count(of offsets: [Int], upTo limit: Int) -> Int {
        offsets.partitioningIndex { $0 > limit }
    }
}
