package import ThemeModel

/// The offset and length of data in a pack, and its digest.
package struct StoredBytes: Hashable, Sendable {
    /// The bytes of offset, length and digest in the index.
    static let encodedLength = 8 + 8 + ContentDigest.byteCount

    /// From the start of the pack.
    package var offset: UInt64
    package var length: UInt64
    /// SHA-256 of the bytes.
    package var digest: ContentDigest

    package init(offset: UInt64 = 0, length: UInt64, digest: ContentDigest) {
        (self.offset, self.length, self.digest) = (offset, length, digest)
    }

    init(_ range: Range<Int>, digest: ContentDigest) {
        self.init(offset: UInt64(range.lowerBound), length: UInt64(range.count), digest: digest)
    }
}
