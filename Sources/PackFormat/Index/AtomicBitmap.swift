import CAtomics
import SystemCalls

/// Bits that any thread can set, and that stay set. If memory is short, all bits stay unset.
///
/// `@unchecked Sendable`: the memory stays until `deinit`, and only atomic operations access it.
struct AtomicBitmap: ~Copyable, @unchecked Sendable {
    private let words: UnsafeMutablePointer<UInt64>?
    private let count: Int

    init(count: Int) {
        self.count = count
        // Untouched pages of zeros take no memory.
        words = calloc(count / 64 + 1, MemoryLayout<UInt64>.stride)?
            .bindMemory(to: UInt64.self, capacity: count / 64 + 1)
    }

    deinit { free(words) }

    /// If the bit is set, the thread also sees the memory writes before `insert`.
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
