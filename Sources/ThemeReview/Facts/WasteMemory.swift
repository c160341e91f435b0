import ThemeSystem
import ThemeModel
import ThemeProject

/// Looks for waste in images, once for each different file. Thread-safe.
package final class WasteMemory: Sendable {
    private let known = Lock<[ContentDigest: ImageWaste]>([:])

    package init() {}

    /// Looks for waste in the bytes of a sound image, unless its waste is known.
    ///
    /// - Parameter isOpaque: whether all its pixels are; `nil` if not known.
    func look(in bytes: [UInt8], _ digest: ContentDigest, isOpaque: Bool?, limits: ProjectLimits) {
        guard known.withLock({ $0[digest] == nil }) else { return }
        let waste = ImageWaste(of: bytes, isOpaque: isOpaque, limits: limits)
        known.withLock { $0[digest] = waste }
    }

    /// Returns the waste of each file; `nil` for one that is not sound or has changed. Reads only unknown files.
    func waste(of files: [ReviewedFile], jobs: Int, _ reader: ReviewReader) -> [ImageWaste?] {
        let known = known.withLock { $0 }
        var unknown: [ContentDigest: Int] = [:]
        for (number, file) in files.enumerated() {
            if let digest = file.digest, known[digest] == nil, unknown[digest] == nil { unknown[digest] = number }
        }
        let numbers = unknown.values.sorted()
        let found = Workers.map(numbers.count, jobs: jobs) { index in
            (try? reader.bytes(of: files[numbers[index]])).map { ImageWaste(of: $0, limits: reader.limits) }
        }
        var all = known
        for (number, waste) in zip(numbers, found) {
            if let digest = files[number].digest, let waste { all[digest] = waste }
        }
        let waste = files.map { file in file.digest.flatMap { all[$0] } }
        // Every change adds a digest. Those of former files are forgotten from time to time.
        if all.count > 2 * files.count + 100 {
            let current = Set(files.compactMap(\.digest))
            all = all.filter { current.contains($0.key) }
        }
        self.known.withLock { [all] in $0 = all }
        return waste
    }
}
