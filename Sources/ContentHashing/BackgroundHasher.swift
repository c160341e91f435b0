import Dispatch
package import ThemeModel

/// Computes the SHA-256 of consecutive pieces on another thread. At most ``piecesMax`` pieces wait in memory.
package final class BackgroundHasher: Sendable {
    private static let piecesMax = 8

    private let queue = DispatchQueue(label: "themepack.digest")
    private let room = DispatchSemaphore(value: piecesMax)
    private let state = Lock(ContentHasher())

    package init() {}

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
