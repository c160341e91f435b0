import ThemeModel
import ThemeProject

/// Looks for waste in images, once for each different file. Thread-safe.
package final class WasteMemory: Sendable {
    private let known = Lock<[ContentDigest: ImageWaste]>([:])

    package init() {}

    /// Returns the waste of each file; `nil` for one that is not sound or has changed.
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
        // Only digests of these files stay, so that the memory does not grow with every change.
        var all: [ContentDigest: ImageWaste] = [:]
        for (number, waste) in zip(numbers, found) {
            if let digest = files[number].digest, let waste { all[digest] = waste }
        }
        for file in files { if let digest = file.digest, let waste = known[digest] { all[digest] = waste } }
        self.known.withLock { $0 = all }
        return files.map { file in file.digest.flatMap { all[$0] } }
    }
}
