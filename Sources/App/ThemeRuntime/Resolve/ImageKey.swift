/// The logical name of an image with its hash, for names that are asked for often: see <doc:FromFolderToPixel>.
///
/// Any string makes a key. One that is not a logical name finds nothing.
public struct ImageKey: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    @usableFromInline let text: HashedText

    /// The logical name, `common/buttonImage`, in contiguous UTF-8.
    public var name: String { text.string }
    package var hash: UInt64 { text.hash }

    /// Makes a key. Cost: one hash over the name.
    @inlinable public init(_ name: String) { text = HashedText(name) }

    /// Makes a key from a name and its hash, for generated code. A wrong hash finds nothing; debug builds assert it.
    public init(_ name: String, hash: UInt64) { text = HashedText(name, hash: hash) }

    /// Makes a key of a logical name.
    public init(_ name: LogicalName) { self.init(name.description) }

    public init(stringLiteral name: String) { self.init(name) }

    public var description: String { name }
}

/// The path of a resource with its hash, for paths that are asked for often: see <doc:TypedKeys>.
///
/// Any string makes a key. One that is not the path of a resource finds nothing.
public struct ResourceKey: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    @usableFromInline let text: HashedText

    /// The path, `fonts/title.ttf`, in contiguous UTF-8.
    public var path: String { text.string }
    package var hash: UInt64 { text.hash }

    /// Makes a key. Cost: one hash over the path.
    @inlinable public init(_ path: String) { text = HashedText(path) }

    /// Makes a key from a path and its hash, for generated code. A wrong hash finds nothing; debug builds assert it.
    public init(_ path: String, hash: UInt64) { text = HashedText(path, hash: hash) }

    /// Makes a key of a valid path.
    public init(_ path: PortablePath) { self.init(path.string) }

    public init(stringLiteral path: String) { self.init(path) }

    public var description: String { path }
}

/// The path of a setting, its keys joined by dots, with its hash. See <doc:FromFolderToPixel>.
public struct SettingKey: Hashable, Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
    @usableFromInline let text: HashedText

    /// The keys from the top of the file down, joined by dots.
    public var path: String { text.string }
    package var hash: UInt64 { text.hash }

    /// Makes a key. Cost: one hash over the path.
    @inlinable public init(_ path: String) { text = HashedText(path) }

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

/// A name or path in contiguous UTF-8, with the hash by which packs and settings find it.
///
/// Equality is that of the bytes, as in a look-up: two Unicode forms of one word differ.
///
/// It is made in the code of callers, which then count no reference for a key that they do not keep.
@usableFromInline
struct HashedText: Hashable, Sendable {
    @usableFromInline let string: String
    @usableFromInline let hash: UInt64

    @inlinable
    init(_ string: String) {
        #if canImport(ObjectiveC)
            self.string = string.isContiguousUTF8 ? string : Self.contiguous(string)
        #else
            // All strings are contiguous. The choice between two would count a reference for each key.
            self.string = string
        #endif
        hash = Self.hash(of: self.string)
    }

    @usableFromInline
    static func contiguous(_ string: String) -> String {
        var string = string
        string.makeContiguousUTF8()
        return string
    }

    @usableFromInline
    static func hash(of string: String) -> UInt64 { XXHash64.hash(string) }

    /// - Parameter hash: from generated code. Debug builds compute it again.
    init(_ string: String, hash: UInt64) {
        assert(hash == XXHash64.hash(string), "the hash is not that of '\(string)': generate the keys again")
        self.string = Self.contiguous(string)
        self.hash = hash
    }

    @usableFromInline
    static func == (left: Self, right: Self) -> Bool {
        left.hash == right.hash && UTF8Order.equal(left.string, right.string)
    }

    /// Adds the bytes and not only `hash`, for which somebody can choose many texts.
    @usableFromInline
    func hash(into hasher: inout Hasher) {
        _ = string.utf8.withContiguousStorageIfAvailable { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
