import ThemeSystem
import ThemeModel

/// The bytes of a pack that belong to entries whose digests were computed. Thread-safe.
///
/// No two entries of a valid pack share a byte. A forged pack of megabytes can list the same megabyte thousands of
/// times. Claiming bytes before they are digested keeps the work for all entries linear in the size of the file.
///
/// The memory is one bit for 32 bytes of the pack. `calloc` returns untouched pages, which take no memory before the
/// first write. If the allocation fails, every claim is granted.
///
/// `@unchecked Sendable`: the memory stays until `deinit`, and only the holder of the lock accesses it.
package final class ClaimedBytes: @unchecked Sendable {
    /// The number of bytes for which one bit stands. At least 31 bytes are between the data of two entries: a local
    /// header and a name.
    private static let grain = 32

    private let lock = Lock(())
    private let words: UnsafeMutablePointer<UInt64>?
    /// The bit of index position 0. The bits of the pack's bytes are before it.
    private let firstPosition: Int

    /// - Parameter positionCount: greater than every position.
    package init(byteCount: Int, positionCount: Int) {
        firstPosition = byteCount / Self.grain + 1
        let wordCount = (firstPosition + positionCount) / 64 + 1
        words = calloc(wordCount, MemoryLayout<UInt64>.stride)?.bindMemory(to: UInt64.self, capacity: wordCount)
    }

    deinit { free(words) }

    /// Claims the bytes of an entry. Claiming them again for the same entry succeeds.
    ///
    /// - Parameters:
    ///   - bytes: the offsets from the start of the pack.
    ///   - position: identifies the entry; see ``IndexVariant/indexPosition``.
    /// - Returns: `false` if a byte belongs to another entry.
    package func claim(_ bytes: Range<Int>, for position: Int) -> Bool {
        guard let words, !bytes.isEmpty else { return true }
        let first = bytes.lowerBound / Self.grain
        let last = (bytes.upperBound - 1) / Self.grain
        let word = (firstPosition + position) / 64
        let bit = UInt64(1) << UInt64((firstPosition + position) % 64)
        func mask(_ word: Int) -> UInt64 {
            var mask = UInt64.max
            if word == first / 64 { mask &= .max << UInt64(first % 64) }
            if word == last / 64 { mask &= .max >> UInt64(63 - last % 64) }
            return mask
        }
        return lock.withLock { _ in
            if words[word] & bit != 0 { return true }
            guard (first / 64...last / 64).allSatisfy({ words[$0] & mask($0) == 0 }) else { return false }
            for word in first / 64...last / 64 { words[word] |= mask(word) }
            words[word] |= bit
            return true
        }
    }
}
