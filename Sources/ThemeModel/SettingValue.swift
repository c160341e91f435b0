/// A setting, or a tree of them, as a configuration file holds it.
public indirect enum SettingValue: Hashable, Sendable {
    /// "Not set: ask the next theme of the chain".
    case null
    /// `true` or `false`.
    case boolean(Bool)
    /// A finite number.
    case number(Double)
    /// Text; also a colour, a URL, a font, the name of a picture. `""` is not set.
    case string(String)
    /// Values in order; inherited whole.
    case list([SettingValue])
    /// Values by keys; inherited key by key.
    case object([String: SettingValue])

    /// `""` and `null` mean "not set: ask the next theme of the chain".
    public var isSet: Bool {
        switch self {
        case .null, .string(""): false
        default: true
        }
    }

    /// The members of an object; `nil` for anything else.
    public var object: [String: SettingValue]? {
        if case .object(let members) = self { members } else { nil }
    }

    /// The text of a string; `nil` for anything else.
    public var string: String? {
        if case .string(let text) = self { text } else { nil }
    }
}

/// Where a setting stands: the keys from the top of the file down to it, `Button.ThemeMode_Button_NavBarRight.titleColor`.
public struct SettingPath: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The keys, the topmost first.
    public let keys: [String]

    /// The file itself: no keys.
    public static let root = SettingPath([])

    /// Takes any keys, also those with dots in them.
    public init(_ keys: [String]) { self.keys = keys }

    /// What stands below this one.
    public func appending(_ key: String) -> SettingPath { SettingPath(keys + [key]) }

    /// The keys joined by dots, as the runtime takes them.
    public var description: String { keys.joined(separator: ".") }

    public static func < (left: Self, right: Self) -> Bool { ByteOrder.precedes(left.description, right.description) }
}
