import Crypto
package import ThemeModel

/// Computes the SHA-256 of bytes that arrive in pieces.
package struct ContentHasher: Sendable {
    private var hasher = SHA256()

    package init() {}

    package mutating func update(_ bytes: UnsafeRawBufferPointer) { hasher.update(bufferPointer: bytes) }

    package mutating func update(_ bytes: [UInt8]) { bytes.withUnsafeBytes { update($0) } }

    package var digest: ContentDigest { hasher.finalize().withUnsafeBytes { ContentDigest(reading: $0) } }
}

extension ContentDigest {
    /// Computes the SHA-256 of bytes.
    package init(of bytes: UnsafeRawBufferPointer) {
        var hasher = ContentHasher()
        hasher.update(bytes)
        self = hasher.digest
    }

    package init(of bytes: [UInt8]) { self = bytes.withUnsafeBytes { ContentDigest(of: $0) } }
}
