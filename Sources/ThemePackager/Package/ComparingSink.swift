import ThemeModel
import PackFormat
import ThemeSystem

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Compares the bytes of a new pack with an existing file.
final class ComparingSink: ByteSink {
    private let existing: Data
    private(set) var count = 0
    private var isPrefixOfExisting = true
    private var hasher = ContentHasher()

    init(_ existing: Data) { self.existing = existing }

    func append(_ bytes: [UInt8]) {
        hasher.update(bytes)
        let start = count
        count += bytes.count
        isPrefixOfExisting = isPrefixOfExisting && count <= existing.count
        guard isPrefixOfExisting else { return }
        isPrefixOfExisting = existing.withUnsafeBytes { existing in
            bytes.withUnsafeBytes { new in
                existing.baseAddress.map { memcmp($0 + start, new.baseAddress ?? $0, new.count) == 0 } ?? new.isEmpty
            }
        }
    }

    var isSame: Bool { isPrefixOfExisting && count == existing.count }
    var digest: ContentDigest { hasher.digest }
}
