import ThemeProject

/// Keeps the bytes of some images until they are read once. Thread-safe.
package final class ImageMemory: Sendable {
    /// Enough for most projects. Other images are read twice.
    package static let usualBytes = 64 << 20

    private struct State {
        var images: [ContentDigest: [UInt8]] = [:]
        var bytesLeft: Int
    }

    private let state: Lock<State>

    /// - Parameter bytesMax: the most bytes of images that are kept.
    package init(bytesMax: Int = usualBytes) { state = Lock(State(bytesLeft: bytesMax)) }

    func keep(_ bytes: [UInt8], _ digest: ContentDigest) {
        state.withLock { state in
            guard bytes.count <= state.bytesLeft, state.images.updateValue(bytes, forKey: digest) == nil else { return }
            state.bytesLeft -= bytes.count
        }
    }

    /// Returns the bytes of an image and forgets them; `nil` if they were not kept.
    func take(_ digest: ContentDigest) -> [UInt8]? {
        state.withLock { state in
            let bytes = state.images.removeValue(forKey: digest)
            state.bytesLeft += bytes?.count ?? 0
            return bytes
        }
    }
}
