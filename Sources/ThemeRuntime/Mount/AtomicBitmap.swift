import Foundation
import Synchronization

/// Bits that are only ever set, by any thread.
///
/// `calloc` hands out pages of zeros that take no memory until they are written to, so that a bitmap for any number of
/// entries costs what is used of it.
///
/// It is a pointer with a length, and freed by whoever made it: a class would have its references counted at every look-up.
///
/// `@unchecked Sendable`: the memory is reached through atomic operations alone.
struct AtomicBitmap: @unchecked Sendable {
    private let words: UnsafeMutablePointer<Atomic<UInt64>>
    private let count: Int

    /// `nil` if there is no memory for so many bits.
    init?(count: Int) {
        // An `Atomic` has its value's layout, and the bytes of an atomic zero are zero.
        guard let memory = calloc(count / 64 + 1, MemoryLayout<UInt64>.stride) else { return nil }
        words = memory.bindMemory(to: Atomic<UInt64>.self, capacity: count / 64 + 1)
        self.count = count
    }

    /// To be called once, when nobody is left to ask.
    func deallocate() { free(words) }

    /// Whoever sees a bit sees what was done before it was set.
    func contains(_ bit: Int) -> Bool {
        guard bit >= 0, bit < count else { return false }
        return words[bit >> 6].load(ordering: .acquiring) & (1 << UInt64(bit & 63)) != 0
    }

    func insert(_ bit: Int) {
        guard bit >= 0, bit < count else { return }
        words[bit >> 6].bitwiseOr(1 << UInt64(bit & 63), ordering: .releasing)
    }
}
