import ThemeSystem

#if canImport(CryptoKit)
    import CryptoKit
#else
    import CSHA256
#endif

// See docs/decisions/08-two-hashes.md.
/// Computes the SHA-256 of bytes that arrive in pieces.
package struct ContentHasher: Sendable {
    #if canImport(CryptoKit)
        private var hasher = SHA256()

        package init() {}

        package mutating func update(_ bytes: UnsafeRawBufferPointer) { hasher.update(bufferPointer: bytes) }

        package var digest: ContentDigest { hasher.finalize().withUnsafeBytes { ContentDigest(reading: $0) } }
    #else
        private var state = csha256_state()

        package init() { csha256_start(&state, csha256_best_way()) }

        package mutating func update(_ bytes: UnsafeRawBufferPointer) {
            csha256_update(&state, bytes.baseAddress, bytes.count)
        }

        package var digest: ContentDigest {
            var state = state
            return withUnsafeBytes(of: csha256_finish(&state)) { ContentDigest(reading: $0) }
        }
    #endif

    package mutating func update(_ bytes: [UInt8]) { bytes.withUnsafeBytes { update($0) } }
}

extension ContentDigest {
    package init(of bytes: UnsafeRawBufferPointer) {
        var hasher = ContentHasher()
        hasher.update(bytes)
        self = hasher.digest
    }

    package init(of bytes: [UInt8]) { self = bytes.withUnsafeBytes { ContentDigest(of: $0) } }
}

/// Computes the SHA-256 of consecutive pieces on another thread.
package final class BackgroundHasher: Sendable {
    private let hasher = Lock(ContentHasher())
    private let worker: SerialWorker

    /// - Parameter piecesMax: the most pieces that wait in memory.
    package init(piecesMax: Int = 8) { worker = SerialWorker(waitingMax: piecesMax) }

    package func update(_ bytes: [UInt8]) { worker.perform { self.hasher.withLock { $0.update(bytes) } } }

    package var digest: ContentDigest {
        worker.wait()
        return hasher.withLock { $0.digest }
    }
}
