public import ThemeModel

/// The path of a resource with its hash, for paths that are asked for often: see <doc:TypedKeys>.
///
/// Any string makes a key. One that is not the path of a resource finds nothing.
public struct ResourceKey: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    private let text: HashedText

    /// The path, `fonts/title.ttf`, in contiguous UTF-8.
    public var path: String { text.string }
    package var hash: UInt64 { text.hash }

    /// Makes a key. Cost: one hash over the path.
    public init(_ path: String) { text = HashedText(path) }

    /// Makes a key from a path and its hash, for generated code. A wrong hash finds nothing; debug builds assert it.
    public init(_ path: String, hash: UInt64) { text = HashedText(path, hash: hash) }

    /// Makes a key of a valid path.
    public init(_ path: PortablePath) { self.init(path.string) }

    public init(stringLiteral path: String) { self.init(path) }

    public var description: String { path }
}
