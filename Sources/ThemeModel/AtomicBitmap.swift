import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Bits that are only ever set, by any thread.
///
/// Their memory is made when the first is set; where there is none, they stay unset. `calloc` hands out pages of zeros that
/// take no memory until they are written to, so that a bitmap for any number of bits costs what is used of it.
///
/// `@unchecked Sendable`: the memory is exchanged atomically, once, and reached through atomic operations alone.
struct AtomicBitmap: ~Copyable, @unchecked Sendable {
    private let words = Atomic<UnsafeMutablePointer<Atomic<UInt64>>?>(nil)
    private let count: Int

    init(count: Int) { self.count = count }

    deinit { free(words.load(ordering: .acquiring)) }

    /// Whoever sees a bit sees what was done before it was set.
    ///
    /// - Parameter bit: at least 0; those from `count` on are never set.
    @inline(__always)
    func contains(_ bit: Int) -> Bool {
        guard bit < count, let words = words.load(ordering: .acquiring) else { return false }
        return words[bit >> 6].load(ordering: .acquiring) & (1 &<< UInt64(bit & 63)) != 0
    }

    /// - Parameter bit: at least 0.
    func insert(_ bit: Int) {
        guard bit < count, let words = words.load(ordering: .acquiring) ?? allocated() else { return }
        words[bit >> 6].bitwiseOr(1 &<< UInt64(bit & 63), ordering: .releasing)
    }

    /// The memory that is there from now on, which another thread may have brought.
    private func allocated() -> UnsafeMutablePointer<Atomic<UInt64>>? {
        // An `Atomic` has its value's layout, and the bytes of an atomic zero are zero.
        guard let memory = calloc(count / 64 + 1, MemoryLayout<UInt64>.stride) else { return nil }
        let own = memory.bindMemory(to: Atomic<UInt64>.self, capacity: count / 64 + 1)
        let (exchanged, known) = words.compareExchange(expected: nil, desired: own, ordering: .acquiringAndReleasing)
        if !exchanged { free(memory) }
        return exchanged ? own : known
    }
}
