import PackFormat
public import ThemeModel

/// The path of a resource with its hash, for paths that are asked for often: see <doc:TypedKeys>.
///
/// Any string makes a key. One that is not the path of a resource finds nothing.
public struct ResourceKey: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The path, `fonts/title.ttf`, in contiguous UTF-8.
    public let path: String
    package let hash: UInt64

    /// Makes a key. Cost: one hash over the path.
    public init(_ path: String) {
        var path = path
        path.makeContiguousUTF8()
        self.path = path
        hash = XXHash64.hash(path)
    }

    /// Makes a key from a path and its hash, for generated code. A wrong hash finds nothing; debug builds assert it.
    public init(_ path: String, hash: UInt64) {
        assert(hash == XXHash64.hash(path), "the hash is not that of '\(path)': generate the keys again")
        var path = path
        path.makeContiguousUTF8()
        (self.path, self.hash) = (path, hash)
    }

    /// Makes a key of a valid path.
    public init(_ path: PortablePath) { self.init(path.string) }

    public init(stringLiteral path: String) { self.init(path) }

    public var description: String { path }
}
