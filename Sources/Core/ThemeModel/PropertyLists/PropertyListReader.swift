/// The only reader of property lists: the settings of a project, of storages, and of other formats.
///
/// It reads a whole list in XML into a ``SettingValue``, with the limits and places of ``JSONReader``. Foundation's
/// decoders recurse without limit, report no line, and take the last of duplicate keys.
package struct PropertyListReader {
    private var xml: XMLReader
    private var reading: SettingsReading

    /// Rejects duplicate keys.
    package static func value(of bytes: [UInt8], _ limits: SettingsLimits) throws(SettingsError) -> SettingValue {
        var reader = try PropertyListReader(bytes, SettingsReading(limits, hasPlaces: false))
        return try reader.document(at: nil)
    }

    /// Takes the last of duplicate keys.
    package static func placedValue(
        of bytes: [UInt8], _ limits: SettingsLimits
    ) throws(SettingsError) -> (value: SettingValue, places: SettingsPlaces) {
        var reader = try PropertyListReader(bytes, SettingsReading(limits, hasPlaces: true))
        let value = try reader.document(at: .root)
        return (value, reader.reading.places ?? SettingsPlaces())
    }

    private init(_ bytes: [UInt8], _ reading: SettingsReading) throws(SettingsError) {
        self.reading = reading
        let limits = reading.limits
        guard bytes.count <= limits.bytes else {
            throw SettingsError(offset: 0, defect: .tooLong(bytes.count, limit: limits.bytes))
        }
        guard !bytes.starts(with: "bplist".utf8) else { throw SettingsError(offset: 0, defect: .binary) }
        do throws(XMLError) {
            // Around the values, there are <plist> and the elements without others.
            xml = try XMLReader(bytes, depthMax: limits.depth + 3)
        } catch {
            throw SettingsError(error)
        }
    }

    private func problem(_ defect: SettingsError.Defect, at path: SettingPath? = nil) -> SettingsError {
        SettingsError(offset: xml.offset, path: path, defect: defect)
    }

    // MARK: Elements

    private mutating func document(at path: SettingPath?) throws(SettingsError) -> SettingValue {
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
    private mutating func element() throws(SettingsError) -> String? {
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
    private mutating func text() throws(SettingsError) -> String {
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

    private mutating func piece() throws(SettingsError) -> XMLReader.Piece? {
        do throws(XMLError) {
            let piece = try xml.next()
            if let entity = xml.firstEntity { throw XMLError(offset: entity, defect: .declaration) }
            return piece
        } catch {
            throw SettingsError(error)
        }
    }

    // MARK: Values

    private mutating func value(
        _ name: String, at path: SettingPath?, depth: Int
    ) throws(SettingsError) -> SettingValue {
        try reading.beginValue(at: path, xml.offset, depth: depth)
        switch name {
        case "dict": return try object(at: path, depth: depth)
        case "array": return try list(at: path, depth: depth)
        case "string": return .string(try text())
        case "integer", "real":
            let start = xml.offset
            let text = try text().split(whereSeparator: \.isWhitespace).joined(separator: " ")
            do throws(SettingsError.Defect) {
                return .number(
                    try name == "real" ? Self.real(text) : Self.integer(text, max: reading.limits.integerMax))
            } catch {
                throw SettingsError(offset: start, path: path, defect: error)
            }
        case "true", "false":
            guard try element() == nil else { throw problem(.unexpectedElement(name)) }
            return .boolean(name == "true")
        case "date", "data": throw problem(.dateOrData, at: path)
        default: throw problem(.unexpectedElement(name))
        }
    }

    /// - Parameter key: the last key of the path, or the number of an item.
    private mutating func child(
        _ name: String, _ key: String, of path: SettingPath?, depth: Int
    ) throws(SettingsError) -> SettingValue {
        try reading.enter(key, xml.offset)
        defer { reading.leave(key) }
        return try value(name, at: path?.appending(key), depth: depth)
    }

    private mutating func object(at path: SettingPath?, depth: Int) throws(SettingsError) -> SettingValue {
        var members: [String: SettingValue] = [:]
        while let name = try element() {
            guard name == "key" else { throw problem(.valueWithoutKey) }
            let start = xml.offset
            let key = try text()
            let keyBytes = reading.limits.keyBytes
            guard key.utf8.count <= keyBytes else { throw problem(.longKey(limit: keyBytes)) }
            guard let type = try element() else { throw problem(.keyWithoutValue(key)) }
            let value = try child(type, key, of: path, depth: depth + 1)
            try reading.add(value, for: key, start, to: &members, at: path)
        }
        return .object(members)
    }

    private mutating func list(at path: SettingPath?, depth: Int) throws(SettingsError) -> SettingValue {
        var items: [SettingValue] = []
        while let name = try element() {
            items.append(try child(name, String(items.count), of: path, depth: depth + 1))
        }
        return .list(items)
    }

    // MARK: Numbers

    private static func real(_ text: String) throws(SettingsError.Defect) -> Double {
        // Swift also reads hexadecimal fractions, which no property list has.
        guard let number = Double(text), number.isFinite, !text.contains("x") else { throw .notANumber }
        return number
    }

    private static func integer(_ text: String, max: Double) throws(SettingsError.Defect) -> Double {
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

extension SettingsError {
    fileprivate init(_ error: XMLError) { self.init(offset: error.offset, defect: .xml(error.defect)) }
}
