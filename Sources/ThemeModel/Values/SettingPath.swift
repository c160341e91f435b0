/// The keys from the top of a configuration file to a setting: `Button.ThemeMode_Button_NavBarRight.titleColor`.
public struct SettingPath: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The keys, starting at the top.
    public let keys: [String]

    /// The path of the whole file. It has no keys.
    public static let root = SettingPath([])

    /// Creates a path from any keys. A key can contain dots.
    public init(_ keys: [String]) { self.keys = keys }

    /// Returns the path of a member of this setting.
    public func appending(_ key: String) -> SettingPath { SettingPath(keys + [key]) }

    /// The keys joined by dots, as the runtime takes them.
    public var description: String { keys.joined(separator: ".") }

    public static func < (left: Self, right: Self) -> Bool { UTF8Order.precedes(left.description, right.description) }
}
