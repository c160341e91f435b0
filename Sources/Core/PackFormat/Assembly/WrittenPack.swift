package import ThemeModel

/// The properties of a pack that was just written.
package struct WrittenPack: Sendable {
    /// The SHA-256 of the pack.
    package let digest: ContentDigest
    /// The CRC-32 of every entry.
    package let checksums: [UInt32]
    /// The numbers of the entries whose header or data was not copied unchanged from an earlier pack, from 0, the
    /// index; `nil` if nothing was copied.
    package let newEntries: Set<Int>?

    package init(digest: ContentDigest, checksums: [UInt32], newEntries: Set<Int>? = nil) {
        self.digest = digest
        self.checksums = checksums
        self.newEntries = newEntries
    }
}
