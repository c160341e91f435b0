import Dispatch
package import ThemeModel

/// Computes the SHA-256 of consecutive pieces on another thread.
package final class BackgroundHasher: Sendable {
    private let queue = DispatchQueue(label: "themepack.digest")
    private let room: DispatchSemaphore
    private let state = Lock(ContentHasher())

    /// - Parameter piecesMax: the most pieces that wait in memory.
    package init(piecesMax: Int = 8) { room = DispatchSemaphore(value: piecesMax) }

    package func update(_ bytes: [UInt8]) {
        room.wait()
        queue.async {
            self.state.withLock { $0.update(bytes) }
            self.room.signal()
        }
    }

    package var digest: ContentDigest {
        queue.sync { state.withLock { $0.digest } }
    }
}
