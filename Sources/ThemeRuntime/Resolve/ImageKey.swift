public import ThemeModel

/// The logical name of an image with its hash, for names that are asked for often: see <doc:FromFolderToPixel>.
///
/// Any string makes a key. One that is not a logical name finds nothing.
public struct ImageKey: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    private let text: HashedText

    /// The logical name, `common/buttonImage`, in contiguous UTF-8.
    public var name: String { text.string }
    package var hash: UInt64 { text.hash }

    /// Makes a key. Cost: one hash over the name.
    public init(_ name: String) { text = HashedText(name) }

    /// Makes a key from a name and its hash, for generated code. A wrong hash finds nothing; debug builds assert it.
    public init(_ name: String, hash: UInt64) { text = HashedText(name, hash: hash) }

    /// Makes a key of a logical name.
    public init(_ name: LogicalName) { self.init(name.description) }

    public init(stringLiteral name: String) { self.init(name) }

    public var description: String { name }
}
