import CAtomics
import SystemCalls

/// Bits that any thread can set. A set bit stays set.
///
/// For a large bitmap `calloc` returns untouched pages of zeros, which take no memory before the first write. If the
/// allocation fails, all bits stay unset.
///
/// `@unchecked Sendable`: the memory stays until `deinit`, and only atomic operations access it.
struct AtomicBitmap: ~Copyable, @unchecked Sendable {
    private let words: UnsafeMutablePointer<UInt64>?
    private let count: Int

    init(count: Int) {
        self.count = count
        words = calloc(count / 64 + 1, MemoryLayout<UInt64>.stride)?
            .bindMemory(to: UInt64.self, capacity: count / 64 + 1)
    }

    deinit { free(words) }

    /// Returns whether a bit is set. If it is, the thread also sees the memory writes before `insert`.
    ///
    /// - Parameter bit: at least 0. Bits from `count` on are never set.
    @inline(__always)
    func contains(_ bit: Int) -> Bool {
        guard bit < count, let words else { return false }
        return catomics_bits_load(words + (bit >> 6)) & (1 &<< UInt64(bit & 63)) != 0
    }

    func insert(_ bit: Int) {
        guard bit < count, let words else { return }
        catomics_bits_insert(words + (bit >> 6), 1 &<< UInt64(bit & 63))
    }
}
