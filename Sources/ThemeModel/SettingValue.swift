/// A setting, or a tree of them, as a configuration file holds it.
public indirect enum SettingValue: Hashable, Sendable {
    case null
    case boolean(Bool)
    case number(Double)
    case string(String)
    case list([SettingValue])
    case object([String: SettingValue])

    /// `""` and `null` mean "not set: ask the next theme of the chain".
    public var isSet: Bool {
        switch self {
        case .null, .string(""): false
        default: true
        }
    }

    public var object: [String: SettingValue]? {
        if case .object(let members) = self { members } else { nil }
    }

    public var string: String? {
        if case .string(let text) = self { text } else { nil }
    }
}

/// Where a setting stands: the keys from the top of the file down to it, `Button.ThemeMode_Button_NavBarRight.titleColor`.
public struct SettingPath: Hashable, Comparable, Sendable, CustomStringConvertible {
    public let keys: [String]

    public static let root = SettingPath([])

    public init(_ keys: [String]) { self.keys = keys }

    public func appending(_ key: String) -> SettingPath { SettingPath(keys + [key]) }

    /// The keys joined by dots, as the runtime takes them.
    public var description: String { keys.joined(separator: ".") }

    public static func < (left: Self, right: Self) -> Bool { ByteOrder.precedes(left.description, right.description) }
}
