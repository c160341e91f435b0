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
            self = Self.isWrittenAsColor(text) || path.hasKey(endingIn: Self.colorNames) ? .color : .string
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

    private static let colorNames = ["color", "colors", "colour", "colours"]
}

extension SettingValue {
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
///
/// Nested keys and a key with dots have one path. Equality and order compare UTF-8 bytes.
public struct SettingPath: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The keys joined by dots; empty for the whole file.
    public let description: String

    /// The path of the whole file. It has no keys.
    public static let root = SettingPath([])

    /// Creates a path from any keys. A key with dots stands for several.
    public init(_ keys: [String]) { description = keys.joined(separator: ".") }

    /// Creates a path from keys that are joined by dots.
    package init(dotted text: String) { description = text }

    /// The keys, starting at the top. No key has a dot.
    public var keys: [String] { description.isEmpty ? [] : description.keysBetweenDots }

    /// Returns the path of a member of this setting.
    public func appending(_ key: String) -> SettingPath {
        SettingPath(dotted: description.isEmpty ? key : description + "." + key)
    }

    public static func == (left: Self, right: Self) -> Bool { UTF8Order.equal(left.description, right.description) }
    public static func < (left: Self, right: Self) -> Bool { UTF8Order.precedes(left.description, right.description) }

    public func hash(into hasher: inout Hasher) { UTF8Order.hash(description, into: &hasher) }
}

extension SettingPath {
    package var isRoot: Bool { description.isEmpty }

    /// `nil` for the path of the whole file.
    package var parent: SettingPath? {
        if isRoot { return nil }
        return SettingPath(
            dotted: String(
                description[..<(description.utf8.lastIndex(of: UInt8(ascii: ".")) ?? description.startIndex)]))
    }

    /// The paths of the objects around a setting, and of the whole file.
    package var ancestors: some Sequence<SettingPath> { sequence(first: self, next: \.parent).dropFirst() }

    /// Whether a key ends in one of some words, in any letter case.
    ///
    /// - Parameter words: of the letters `a` to `z`.
    package func hasKey(endingIn words: [String]) -> Bool {
        let keys = description.utf8.split(separator: UInt8(ascii: "."))
        return keys.contains { key in
            words.contains { word in
                // The bit is that of the lower case, and no other character becomes a letter with it.
                key.count >= word.utf8.count
                    && zip(key.reversed(), word.utf8.reversed()).allSatisfy { $0 | 0x20 == $1 }
            }
        }
    }
}

extension String {
    /// A dot and a combining mark after it are one `Character`, so this splits bytes.
    var keysBetweenDots: [String] {
        utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map { String(Substring($0)) }
    }
}
