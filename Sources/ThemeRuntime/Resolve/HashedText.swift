import PackFormat
import ThemeModel

/// A name or path in contiguous UTF-8, with the hash by which packs and settings find it.
///
/// Equality is that of the bytes, as in a look-up: two Unicode forms of one word differ.
struct HashedText: Hashable, Sendable {
    let string: String
    let hash: UInt64

    init(_ string: String) {
        var string = string
        string.makeContiguousUTF8()
        self.string = string
        hash = XXHash64.hash(string)
    }

    /// - Parameter hash: from generated code. Debug builds compute it again.
    init(_ string: String, hash: UInt64) {
        assert(hash == XXHash64.hash(string), "the hash is not that of '\(string)': generate the keys again")
        var string = string
        string.makeContiguousUTF8()
        self.string = string
        self.hash = hash
    }

    static func == (left: Self, right: Self) -> Bool {
        left.hash == right.hash && UTF8Order.equal(left.string, right.string)
    }

    /// Adds the bytes and not only `hash`, for which somebody can choose many texts.
    func hash(into hasher: inout Hasher) {
        _ = string.utf8.withContiguousStorageIfAvailable { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
