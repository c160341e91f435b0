import ThemeProject

/// Keeps the waste that was found in images, once for each different file, and the bytes of some until they are read
/// once. Thread-safe.
package final class ImageMemory: Sendable {
    /// Enough for most projects. Other images are read twice.
    package static let usualBytes = 64 << 20

    private struct State {
        var waste: [ContentDigest: [WasteItem]] = [:]
        var images: [ContentDigest: [UInt8]] = [:]
        var bytesLeft: Int
    }

    private let state: Lock<State>

    /// - Parameter bytesMax: the most bytes of images that are kept.
    package init(bytesMax: Int = 0) { state = Lock(State(bytesLeft: bytesMax)) }

    /// Looks for waste in the bytes of a sound image, unless its waste is known, and keeps the bytes.
    ///
    /// - Parameter isOpaque: whether all its pixels are; `nil` if not known.
    func look(in bytes: [UInt8], _ digest: ContentDigest, isOpaque: Bool?, limits: ProjectLimits) {
        if state.withLock({ $0.waste[digest] == nil }) {
            let waste = WasteItem.items(of: bytes, isOpaque: isOpaque, limits: limits)
            state.withLock { $0.waste[digest] = waste }
        }
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

    /// Returns the waste of each file; `nil` for one that is not sound or has changed. Reads only unknown files.
    func waste(of files: [ReviewedFile], jobs: Int, _ reader: ReviewReader) -> [[WasteItem]?] {
        var known = state.withLock { $0.waste }
        let sound = Dictionary(files.compactMap { file in file.digest.map { ($0, file) } }) { first, _ in first }
        let unknown = sound.filter { known[$0.key] == nil }.sorted { UTF8Order.precedes($0.value.path, $1.value.path) }
        let found = Workers.map(unknown.count, jobs: jobs) { index in
            (try? reader.bytes(of: unknown[index].value)).map { WasteItem.items(of: $0, limits: reader.limits) }
        }
        for (file, waste) in zip(unknown, found) { known[file.key] = waste }
        // Every change adds a digest. Those of former files are forgotten from time to time.
        if known.count > 2 * files.count + 100 { known = known.filter { sound[$0.key] != nil } }
        state.withLock { [known] in $0.waste = known }
        return files.map { file in file.digest.flatMap { known[$0] } }
    }
}
