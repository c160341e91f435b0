public import ThemeModel

/// Where a setting stands, its keys joined by dots, with its hash made beforehand:
///
/// ```swift
/// extension SettingKey {
///     static let background = SettingKey("Color.background")
/// }
/// ```
/// ```swift
/// let background = try theme.colour(.background)
/// let title = try theme.colour("Button.ThemeMode_Button_NavBarRight.titleColor.UIControlStateNormal")
/// ```
public struct SettingKey: Hashable, Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
    /// The keys from the top of the file downwards, joined by dots.
    public let path: String
    let hash: UInt64

    /// Cost: one hash over the path.
    public init(_ path: String) {
        self.path = path
        hash = XXHash64.hash(path)
    }

    /// Keys from the top of the file downwards.
    public init(_ keys: String...) { self.init(keys.joined(separator: ".")) }

    /// The same for a path in parts.
    public init(_ path: SettingPath) { self.init(path.description) }

    public init(stringLiteral path: String) { self.init(path) }

    /// What stands below this one.
    public func appending(_ key: String) -> SettingKey { SettingKey("\(path).\(key)") }

    public var description: String { path }
}
