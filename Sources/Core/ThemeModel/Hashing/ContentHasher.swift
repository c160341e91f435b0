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
    private final class State: Sendable {
        let hasher = Lock(ContentHasher())
    }

    private let state = State()
    private let pieces: PieceWorker

    /// - Parameter piecesMax: the most pieces that wait in memory.
    package init(piecesMax: Int = 8) {
        pieces = PieceWorker(piecesMax: piecesMax) { [state] bytes in state.hasher.withLock { $0.update(bytes) } }
    }

    package func update(_ bytes: [UInt8]) { pieces.append(bytes) }

    package var digest: ContentDigest {
        pieces.wait()
        return state.hasher.withLock { $0.digest }
    }
}

/// Gives consecutive pieces to a function on another thread, in order.
package final class PieceWorker: Sendable {
    private let worker = SerialWorker()
    private let room: DispatchSemaphore
    private let body: @Sendable ([UInt8]) -> Void

    /// - Parameter piecesMax: the most pieces that wait in memory.
    package init(piecesMax: Int = 8, _ body: @escaping @Sendable ([UInt8]) -> Void) {
        room = DispatchSemaphore(value: piecesMax)
        self.body = body
    }

    package func append(_ bytes: [UInt8]) {
        room.wait()
        worker.perform {
            self.body(bytes)
            self.room.signal()
        }
    }

    /// Returns when the function has had all pieces.
    package func wait() { worker.wait() }
}
