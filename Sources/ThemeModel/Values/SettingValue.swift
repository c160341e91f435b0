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

/// The type of a setting, derived from its value and its path.
package enum SettingType: String, Sendable, CaseIterable {
    case boolean, number, string, list, object, color

    /// `nil` if the value is not set. A string is a color if it starts with `#`, `rgb(` or `rgba(`, or if a key of its
    /// path ends in `color`, `colors`, `colour` or `colours` in any letter case, as in the library METhemeKit.
    package init?(of value: SettingValue, at path: SettingPath) {
        switch value {
        case .null, .string(""): return nil
        case .boolean: self = .boolean
        case .number: self = .number
        case .list: self = .list
        case .object: self = .object
        case .string(let text):
            self = Self.isWrittenAsColor(text) || path.keys.contains(where: Self.namesColor) ? .color : .string
        }
    }

    /// Whether a value of this type can stand where the default theme has a value of another one. A string and a color
    /// are of one type: that of the default.
    package func fits(_ expected: SettingType) -> Bool {
        let texts: Set<SettingType> = [.color, .string]
        return self == expected || texts.isSuperset(of: [self, expected])
    }

    private static func isWrittenAsColor(_ text: String) -> Bool {
        let lower = text.prefix(5).lowercased()
        return lower.hasPrefix("#") || lower.hasPrefix("rgb(") || lower == "rgba("
    }

    private static func namesColor(_ key: String) -> Bool {
        let lower = key.lowercased()
        return ["color", "colors", "colour", "colours"].contains { lower.hasSuffix($0) }
    }
}

extension SettingValue {
    package var types: [SettingPath: SettingType] {
        var types: [SettingPath: SettingType] = [:]
        forEach { path, value in
            if !path.keys.isEmpty { types[path] = SettingType(of: value, at: path) }
        }
        return types
    }

    /// Returns the value at a path. The key of an item of a list is its number.
    package func value(at keys: some Sequence<String>) -> SettingValue? {
        keys.reduce(Optional(self)) { value, key in
            switch value {
            case .object(let members): members[key]
            case .list(let items): Int(key).flatMap { items.indices.contains($0) ? items[$0] : nil }
            default: nil
            }
        }
    }

    /// Calls `body` for this value and all values below it: a parent before its members, members in the order of keys.
    package func forEach(at path: SettingPath = .root, _ body: (SettingPath, SettingValue) -> Void) {
        body(path, self)
        guard let object else { return }
        for (key, value) in object.sorted(by: { UTF8Order.precedes($0.key, $1.key) }) {
            value.forEach(at: path.appending(key), body)
        }
    }
}

/// The keys from the top of a configuration file to a setting: `Button.ThemeMode_Button_NavBarRight.titleColor`.
/// Equality and order compare UTF-8 bytes.
public struct SettingPath: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The keys, starting at the top.
    public let keys: [String]

    /// The path of the whole file. It has no keys.
    public static let root = SettingPath([])

    /// Creates a path from any keys. A key can contain dots.
    public init(_ keys: [String]) { self.keys = keys }

    /// Creates a path from keys that are joined by dots.
    package init(dotted text: String) {
        keys = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    }

    /// Returns the path of a member of this setting.
    public func appending(_ key: String) -> SettingPath { SettingPath(keys + [key]) }

    /// The keys joined by dots, as the runtime takes them.
    public var description: String { keys.joined(separator: ".") }

    public static func == (left: Self, right: Self) -> Bool { left.keys.elementsEqual(right.keys, by: UTF8Order.equal) }
    public static func < (left: Self, right: Self) -> Bool { UTF8Order.precedes(left.description, right.description) }

    public func hash(into hasher: inout Hasher) { for key in keys { UTF8Order.hash(key, into: &hasher) } }
}
