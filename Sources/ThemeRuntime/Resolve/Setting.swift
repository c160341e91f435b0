/// The key of a setting with the type of its value:
///
/// ```swift
/// extension Setting {
///     enum Color {
///         static var title: Setting<ThemeColor> { Setting<ThemeColor>("Color.title") }
///     }
/// }
/// ```
/// ```swift
/// let title = try theme[.Color.title]
/// let shown = theme[.Color.title, default: ThemeColor(red: 0, green: 0, blue: 0)]
/// ```
public struct Setting<Value: SettingConvertible>: Hashable, Sendable, CustomStringConvertible {
    /// The key without the type.
    public let key: SettingKey

    /// Makes a typed key. Nothing checks whether a theme sets it, or which type it has there.
    public init(_ key: SettingKey) { self.key = key }

    /// Makes a typed key from a path and its hash, for generated code.
    public init(_ path: String, hash: UInt64) { key = SettingKey(path, hash: hash) }

    public var description: String { key.path }
}
