import Dispatch
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
    private let worker = SerialWorker()
    private let room: DispatchSemaphore
    private let state = Lock(ContentHasher())
    private let then: @Sendable ([UInt8]) -> Void

    /// - Parameters:
    ///   - piecesMax: the most pieces that wait in memory.
    ///   - then: gets each piece after it, in the same order, on the same thread.
    package init(piecesMax: Int = 8, then: @escaping @Sendable ([UInt8]) -> Void = { _ in }) {
        room = DispatchSemaphore(value: piecesMax)
        self.then = then
    }

    package func update(_ bytes: [UInt8]) {
        room.wait()
        worker.perform {
            self.state.withLock { $0.update(bytes) }
            self.then(bytes)
            self.room.signal()
        }
    }

    package var digest: ContentDigest {
        worker.wait()
        return state.withLock { $0.digest }
    }
}
