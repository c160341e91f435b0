import PackFormat
public import ThemeModel

/// The logical name of an image with its hash, for names that are asked for often: see <doc:FromFolderToPixel>.
///
/// Any string makes a key. One that is not a logical name finds nothing.
public struct ImageKey: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The logical name, `common/buttonImage`, in contiguous UTF-8.
    public let name: String
    package let hash: UInt64

    /// Makes a key. Cost: one hash over the name.
    public init(_ name: String) {
        var name = name
        name.makeContiguousUTF8()
        self.name = name
        hash = XXHash64.hash(name)
    }

    /// Makes a key from a name and its hash, for generated code. A wrong hash finds nothing; debug builds assert it.
    public init(_ name: String, hash: UInt64) {
        assert(hash == XXHash64.hash(name), "the hash is not that of '\(name)': generate the keys again")
        var name = name
        name.makeContiguousUTF8()
        (self.name, self.hash) = (name, hash)
    }

    /// Makes a key of a logical name.
    public init(_ name: LogicalName) { self.init(name.description) }

    public init(stringLiteral name: String) { self.init(name) }

    public var description: String { name }
}
