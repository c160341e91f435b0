import ThemeSystem
import Dispatch

/// Computes the SHA-256 of consecutive pieces on another thread.
package final class BackgroundHasher: Sendable {
    private let worker = SerialWorker()
    private let room: DispatchSemaphore
    private let state = Lock(ContentHasher())

    /// - Parameter piecesMax: the most pieces that wait in memory.
    package init(piecesMax: Int = 8) { room = DispatchSemaphore(value: piecesMax) }

    package func update(_ bytes: [UInt8]) {
        room.wait()
        worker.perform {
            self.state.withLock { $0.update(bytes) }
            self.room.signal()
        }
    }

    package var digest: ContentDigest {
        worker.wait()
        return state.withLock { $0.digest }
    }
}
