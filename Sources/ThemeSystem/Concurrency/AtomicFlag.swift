/// A flag that stays raised. A thread that reads a raised flag also sees the memory writes before `raise()`.
package struct AtomicFlag: ~Copyable, Sendable {
    @usableFromInline let integer = AtomicInteger(0)

    @inlinable
    package init() {}

    @inlinable package var isRaised: Bool { integer.value != 0 }

    @inlinable
    package func raise() { integer.store(1) }
}
