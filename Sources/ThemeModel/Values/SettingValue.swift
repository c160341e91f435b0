/// A setting, or a tree of settings, from a configuration file.
public indirect enum SettingValue: Hashable, Sendable {
    /// Not set. The next theme of the chain is asked.
    case null
    /// `true` or `false`.
    case boolean(Bool)
    /// A finite number.
    case number(Double)
    /// Text, also a color, a URL, a font or an image name. `""` means not set.
    case string(String)
    /// A list. A theme inherits it as a whole.
    case list([SettingValue])
    /// Values by key. A theme inherits each key by itself.
    case object([String: SettingValue])

    /// Whether the value is neither `null` nor `""`.
    public var isSet: Bool {
        switch self {
        case .null, .string(""): false
        default: true
        }
    }

    /// The members of an object; `nil` for any other value.
    public var object: [String: SettingValue]? {
        if case .object(let members) = self { members } else { nil }
    }

    /// The text of a string; `nil` for any other value.
    public var string: String? {
        if case .string(let text) = self { text } else { nil }
    }
}

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

    /// Decoders resolve escapes and references, so a sound file can have a text that is none.
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

extension SettingValue {
    /// The value in messages: its type, and the value itself if it is short.
    package var summary: String {
        switch self {
        case .null: "null"
        case .boolean(let flag): flag ? "true" : "false"
        case .number(let number): "the number \(number)"
        case .string(let text): "the string '\(text.prefix(80))'"
        case .list(let items): "a list of \(items.count)"
        case .object(let members): "an object of \(members.count)"
        }
    }
}
