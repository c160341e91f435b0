import CAtomics

/// An integer that any thread reads and changes without waiting. All operations are sequentially consistent.
///
/// `@unchecked Sendable`: the memory never moves, and between `init` and `deinit` only atomic operations reach it.
package struct AtomicInteger: ~Copyable, @unchecked Sendable {
    @usableFromInline let address: UnsafeMutablePointer<Int>

    @inlinable
    package init(_ value: Int) {
        address = .allocate(capacity: 1)
        address.initialize(to: value)
    }

    @inlinable
    deinit { address.deallocate() }

    @inlinable package var value: Int { catomics_integer_load(address) }

    @inlinable
    package func store(_ value: Int) { catomics_integer_store(address, value) }

    /// Adds to the value; wraps on overflow.
    ///
    /// - Returns: the sum.
    @inlinable
    @discardableResult
    package func add(_ number: Int) -> Int { catomics_integer_add(address, number) }
}
