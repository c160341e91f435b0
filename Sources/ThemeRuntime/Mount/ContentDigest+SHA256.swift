import Crypto
@_exported public import ThemeModel

extension ContentDigest {
    /// The SHA-256 of bytes in memory.
    package init(of bytes: UnsafeRawBufferPointer) {
        var hasher = SHA256()
        hasher.update(bufferPointer: bytes)
        self = hasher.finalize().withUnsafeBytes { ContentDigest(reading: $0) }
    }
}
