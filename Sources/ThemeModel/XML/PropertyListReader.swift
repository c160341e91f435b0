/// The only reader of property lists: the settings of a project, of storages, and of other formats.
///
/// It reads a whole list in XML into a ``SettingValue``, with the limits and places of ``JSONReader``. Foundation's
/// decoders recurse without limit, report no line, and take the last of duplicate keys.
package struct PropertyListReader {
    private var xml: XMLReader
    private let limits: SettingsLimits
    private var places: SettingsPlaces?
    private var pathLength = 0
    private var pathBytes = 0

    /// Rejects duplicate keys.
    package static func value(of bytes: [UInt8], _ limits: SettingsLimits) throws(PropertyListError) -> SettingValue {
        var reader = try PropertyListReader(bytes, limits, places: nil)
        return try reader.document(at: nil)
    }

    /// Takes the last of duplicate keys.
    package static func placedValue(
        of bytes: [UInt8], _ limits: SettingsLimits
    ) throws(PropertyListError) -> (value: SettingValue, places: SettingsPlaces) {
        var reader = try PropertyListReader(bytes, limits, places: SettingsPlaces())
        let value = try reader.document(at: .root)
        return (value, reader.places ?? SettingsPlaces())
    }

    private init(
        _ bytes: [UInt8], _ limits: SettingsLimits, places: SettingsPlaces?
    ) throws(PropertyListError) {
        self.limits = limits
        self.places = places
        func problem(_ defect: PropertyListError.Defect) -> PropertyListError {
            PropertyListError(offset: 0, defect: defect)
        }
        guard bytes.count <= limits.bytes else { throw problem(.tooLong(bytes.count, limit: limits.bytes)) }
        guard !bytes.starts(with: "bplist".utf8) else { throw problem(.binary) }
        do throws(XMLError) {
            // Around the values, there are <plist> and the elements without others.
            xml = try XMLReader(bytes, depthMax: limits.depth + 3)
        } catch {
            throw PropertyListError(error)
        }
    }

    private func problem(_ defect: PropertyListError.Defect, at path: SettingPath? = nil) -> PropertyListError {
        PropertyListError(offset: xml.offset, path: path, defect: defect)
    }

    // MARK: Elements

    private mutating func document(at path: SettingPath?) throws(PropertyListError) -> SettingValue {
        guard var name = try element() else { throw problem(.notAPropertyList) }
        let isWrapped = name == "plist"
        if isWrapped {
            guard let inner = try element() else { throw problem(.noValue) }
            name = inner
        }
        let value = try value(name, at: path, depth: 0)
        if isWrapped, let other = try element() { throw problem(.unexpectedElement(other)) }
        // The rest is space, or an error of XML.
        _ = try element()
        return value
    }

    /// Returns the name of the next element in the open one; `nil` at its end.
    private mutating func element() throws(PropertyListError) -> String? {
        while let piece = try piece() {
            switch piece {
            case .start(let name, _): return name
            case .end: return nil
            case .text(let text):
                guard text.utf8.allSatisfy(\.isXMLSpace) else { throw problem(.textBetweenElements) }
            case .instruction: break
            }
        }
        return nil
    }

    /// Returns the text of the open element, and moves after its end.
    private mutating func text() throws(PropertyListError) -> String {
        var content = ""
        while let piece = try piece() {
            switch piece {
            // There is a second text only after an instruction.
            case .text(let text): content += text
            case .start(let name, _): throw problem(.unexpectedElement(name))
            case .end: return content
            case .instruction: throw problem(.textBetweenElements)
            }
        }
        return content
    }

    private mutating func piece() throws(PropertyListError) -> XMLReader.Piece? {
        do throws(XMLError) {
            let piece = try xml.next()
            if let entity = xml.firstEntity { throw XMLError(offset: entity, defect: .declaration) }
            return piece
        } catch {
            throw PropertyListError(error)
        }
    }

    // MARK: Values

    /// Reads the element that has just started.
    private mutating func value(
        _ name: String, at path: SettingPath?, depth: Int
    ) throws(PropertyListError) -> SettingValue {
        guard depth <= limits.depth else { throw problem(.tooDeep(limit: limits.depth)) }
        if let path {
            guard places?.values.count ?? 0 < limits.values else { throw problem(.tooManyValues(limit: limits.values)) }
            places?.values[path] = xml.offset
        }
        switch name {
        case "dict": return try object(at: path, depth: depth)
        case "array": return try list(at: path, depth: depth)
        case "string": return .string(try text())
        case "integer", "real":
            let start = xml.offset
            let text = try text().split(whereSeparator: \.isWhitespace).joined(separator: " ")
            do throws(PropertyListError.Defect) {
                return .number(try name == "real" ? Self.real(text) : Self.integer(text, max: limits.integerMax))
            } catch {
                throw PropertyListError(offset: start, path: path, defect: error)
            }
        case "true", "false":
            guard try element() == nil else { throw problem(.unexpectedElement(name)) }
            return .boolean(name == "true")
        case "date", "data": throw problem(.dateOrData, at: path)
        default: throw problem(.unexpectedElement(name))
        }
    }

    /// - Parameter length: the bytes that the value adds to the path of its parent.
    private mutating func child(
        _ name: String, at path: SettingPath?, _ length: Int, depth: Int
    ) throws(PropertyListError) -> SettingValue {
        pathLength += length + 1
        pathBytes += pathLength
        guard pathBytes <= limits.pathBytes else { throw problem(.longPaths) }
        let value = try value(name, at: path, depth: depth)
        pathLength -= length + 1
        return value
    }

    private mutating func object(at path: SettingPath?, depth: Int) throws(PropertyListError) -> SettingValue {
        var members: [String: SettingValue] = [:]
        while let name = try element() {
            guard name == "key" else { throw problem(.valueWithoutKey) }
            let start = xml.offset
            let key = try text()
            guard key.utf8.count <= limits.keyBytes else { throw problem(.longKey(limit: limits.keyBytes)) }
            guard let type = try element() else { throw problem(.keyWithoutValue(key)) }
            let member = path?.appending(key)
            let value = try child(type, at: member, key.utf8.count, depth: depth + 1)
            let isDuplicate = members.updateValue(value, forKey: key) != nil
            if let path, let member {
                // A dictionary keeps the form of a key that it has first.
                let first = isDuplicate ? members.index(forKey: key).map { path.appending(members[$0].key) } : nil
                places?.add(key: member, at: start, after: first)
            } else if isDuplicate {
                throw PropertyListError(offset: start, defect: .duplicateKey(key))
            }
        }
        return .object(members)
    }

    private mutating func list(at path: SettingPath?, depth: Int) throws(PropertyListError) -> SettingValue {
        var items: [SettingValue] = []
        while let name = try element() {
            let index = String(items.count)
            items.append(try child(name, at: path?.appending(index), index.utf8.count, depth: depth + 1))
        }
        return .list(items)
    }

    // MARK: Numbers

    private static func real(_ text: String) throws(PropertyListError.Defect) -> Double {
        // Swift also reads hexadecimal fractions, which no property list has.
        guard let number = Double(text), number.isFinite, !text.contains("x") else { throw .notANumber }
        return number
    }

    private static func integer(_ text: String, max: Double) throws(PropertyListError.Defect) -> Double {
        let isNegative = text.hasPrefix("-")
        let digits = text.dropFirst(isNegative || text.hasPrefix("+") ? 1 : 0)
        let isHexadecimal = digits.hasPrefix("0x") || digits.hasPrefix("0X")
        let plain = isHexadecimal ? digits.dropFirst(2) : digits
        guard !plain.isEmpty, plain.utf8.allSatisfy({ isHexadecimal ? $0.hexDigitValue != nil : $0.isASCIIDigit })
        else { throw .notANumber }
        guard let number = UInt64(plain, radix: isHexadecimal ? 16 : 10), Double(number) <= max else {
            throw .inexactInteger
        }
        return isNegative ? -Double(number) : Double(number)
    }
}

/// The first defect of a text that is not a property list of settings, or is beyond a limit.
package struct PropertyListError: Error, Hashable, Sendable {
    /// The offset of the defect, or of the start of the element that has it.
    package let offset: Int
    /// The path of a value that no setting can have, if places are wanted.
    package let path: SettingPath?
    package let defect: Defect

    package init(offset: Int, path: SettingPath? = nil, defect: Defect) {
        self.offset = offset
        self.path = path
        self.defect = defect
    }

    init(_ error: XMLError) { self.init(offset: error.offset, defect: .xml(error.defect)) }

    package enum Defect: Error, Hashable, Sendable, CustomStringConvertible {
        case tooLong(_ bytes: Int, limit: Int)
        case binary
        case xml(XMLError.Defect)
        case notAPropertyList
        case noValue
        case unexpectedElement(String)
        case textBetweenElements
        case keyWithoutValue(String)
        case valueWithoutKey
        case duplicateKey(String)
        case dateOrData
        case notANumber
        case inexactInteger
        case tooDeep(limit: Int)
        case tooManyValues(limit: Int)
        case longKey(limit: Int)
        case longPaths

        package var description: String {
            switch self {
            case .tooLong(let bytes, let limit): "has \(bytes) bytes, at most \(limit) are read"
            case .binary: "is a binary property list, which has no lines to report"
            case .xml(.declaration): "declares entities, which are not supported"
            case .xml(.noRoot), .notAPropertyList: "is not an XML property list"
            case .xml(let defect): defect.description
            case .noValue: "is a property list without a value"
            case .unexpectedElement(let name): "<\(name.prefix(20))> cannot be here"
            case .textBetweenElements: "there is text where an element is expected"
            case .keyWithoutValue(let key): "the key \"\(key)\" has no value"
            case .valueWithoutKey: "there is a value where a <key> is expected"
            case .duplicateKey(let key): "the key \"\(key)\" stands twice"
            case .dateOrData: "is a date or data, which no setting can be"
            case .notANumber: "is not a finite number"
            case .inexactInteger: "the number is too large to be stored exactly"
            case .tooDeep(let limit): "is nested more than \(limit) levels deep"
            case .tooManyValues(let limit): "contains more than \(limit) values"
            case .longKey(let limit): "a key has more than \(limit) bytes"
            case .longPaths: "its key paths are too long"
            }
        }
    }
}
