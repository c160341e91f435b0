public import ThemeModel

/// The path of a setting, its keys joined by dots, with its hash. See <doc:FromFolderToPixel>.
public struct SettingKey: Hashable, Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
    private let text: HashedText

    /// The keys from the top of the file down, joined by dots.
    public var path: String { text.string }
    package var hash: UInt64 { text.hash }

    /// Makes a key. Cost: one hash over the path.
    public init(_ path: String) { text = HashedText(path) }

    /// Makes a key from a path and its hash, for generated code. A wrong hash finds nothing; debug builds assert it.
    public init(_ path: String, hash: UInt64) { text = HashedText(path, hash: hash) }

    /// Joins keys from the top of the file down.
    public init(_ keys: String...) { self.init(keys.joined(separator: ".")) }

    /// Makes a key from a path that is split into keys.
    public init(_ path: SettingPath) { self.init(path.description) }

    public init(stringLiteral path: String) { self.init(path) }

    /// The key of a member.
    public func appending(_ key: String) -> SettingKey { SettingKey("\(path).\(key)") }

    public var description: String { path }
}
