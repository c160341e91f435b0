import CThemeSystem

/// An integer with atomic, sequentially consistent operations.
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

    /// Wraps on overflow. Returns the sum.
    @inlinable
    @discardableResult
    package func add(_ number: Int) -> Int { catomics_integer_add(address, number) }
}

/// A flag that stays raised. A thread that reads a raised flag also sees the memory writes before `raise()`.
package struct AtomicFlag: ~Copyable, Sendable {
    @usableFromInline let integer = AtomicInteger(0)

    @inlinable
    package init() {}

    @inlinable package var isRaised: Bool { integer.value != 0 }

    @inlinable
    package func raise() { integer.store(1) }
}
