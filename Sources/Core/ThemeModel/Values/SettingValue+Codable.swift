extension SettingValue: Decodable {
    /// Decodes JSON or a property list. Dates, data, numbers that are not finite, and texts with more than 30 combining
    /// marks in a row are errors.
    public init(from decoder: any Decoder) throws {
        if let members = try? decoder.container(keyedBy: AnyKey.self) {
            var object: [String: SettingValue] = [:]
            for key in members.allKeys {
                object[try Self.checked(key.stringValue, decoder)] = try members.decode(SettingValue.self, forKey: key)
            }
            self = .object(object)
            return
        }
        if var items = try? decoder.unkeyedContainer() {
            var list: [SettingValue] = []
            while !items.isAtEnd { list.append(try items.decode(SettingValue.self)) }
            self = .list(list)
            return
        }
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            self = .string(try Self.checked(text, decoder))
        } else if container.decodeNil() {
            self = .null
        } else if let flag = try? container.decode(Bool.self) {
            self = .boolean(flag)
        } else {
            let number = try container.decode(Double.self)
            guard number.isFinite else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "not finite")
            }
            self = .number(number)
        }
    }

    /// Decoders resolve escapes and references, so a sound file can have a text that is not valid.
    private static func checked(_ text: String, _ decoder: any Decoder) throws -> String {
        do throws(InvalidText) {
            return try String(checking: text.utf8)
        } catch {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath, debugDescription: error.description, underlyingError: error))
        }
    }
}

private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

extension SettingValue: Encodable {
    /// Encodes the value as it is in a configuration file.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .boolean(let flag): try container.encode(flag)
        case .number(let number): try container.encode(number)
        case .string(let text): try container.encode(text)
        case .list(let items): try container.encode(items)
        case .object(let members): try container.encode(members)
        }
    }
}
