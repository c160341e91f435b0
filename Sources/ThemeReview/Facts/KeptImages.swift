import ThemeSystem
import ThemeModel

/// Bytes of images that stay in memory from their inspection until they are first read. Thread-safe.
package final class KeptImages: Sendable {
    /// Enough for most projects. Other images are read twice.
    package static let usualBytes = 64 << 20

    private struct State {
        var images: [ContentDigest: [UInt8]] = [:]
        var bytesLeft: Int
    }

    private let state: Lock<State>

    package init(bytesMax: Int) { state = Lock(State(bytesLeft: bytesMax)) }

    func keep(_ bytes: [UInt8], _ digest: ContentDigest) {
        state.withLock { state in
            guard bytes.count <= state.bytesLeft, state.images.updateValue(bytes, forKey: digest) == nil else { return }
            state.bytesLeft -= bytes.count
        }
    }

    /// Returns the bytes and forgets them; `nil` if they were not kept.
    func take(_ digest: ContentDigest) -> [UInt8]? {
        state.withLock { state in
            let bytes = state.images.removeValue(forKey: digest)
            state.bytesLeft += bytes?.count ?? 0
            return bytes
        }
    }
}
