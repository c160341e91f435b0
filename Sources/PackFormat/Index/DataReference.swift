package import ThemeModel

/// The range of an entry's data in a pack, and its SHA-256.
package struct DataReference: Hashable, Sendable {
    /// The bytes that offset, length and digest take in the index.
    static let encodedLength = 8 + 8 + ContentDigest.byteCount

    package var offset: UInt64
    package var length: UInt64
    package var digest: ContentDigest

    package init(offset: UInt64 = 0, length: UInt64, digest: ContentDigest) {
        self.offset = offset
        self.length = length
        self.digest = digest
    }

    /// The offsets of the data. It must lie in a pack that a program can hold.
    package var range: Range<Int> { Int(offset)..<Int(offset + length) }

    init(_ range: Range<Int>, digest: ContentDigest) {
        self.init(offset: UInt64(range.lowerBound), length: UInt64(range.count), digest: digest)
    }
}
