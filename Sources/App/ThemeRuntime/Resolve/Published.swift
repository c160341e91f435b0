import CThemeSystem
import ThemeSystem

/// A reference that one thread replaces while others read it without waiting, at the cost of some atomic operations.
///
/// It is the left-right scheme (https://hal.science/hal-01207881). See docs/decisions/20-look-ups.md.
///
/// `@unchecked Sendable`: one caller of `replace` at a time writes a side, when no reader can be on that side.
package final class Published<Value: AnyObject & Sendable>: @unchecked Sendable {
    private let sides: UnsafeMutablePointer<Value>
    private let sideInForce = AtomicInteger(0)
    private let counterInUse = AtomicInteger(0)
    /// Two counters of the readers that began with each.
    private let readers: UnsafeMutablePointer<Int>
    private let writing = Lock<Void>(())

    package init(_ value: Value) {
        sides = .allocate(capacity: 2)
        sides.initialize(repeating: value, count: 2)
        readers = .allocate(capacity: 2)
        readers.initialize(repeating: 0, count: 2)
    }

    deinit {
        sides.deinitialize(count: 2)
        sides.deallocate()
        readers.deallocate()
    }

    package var value: Value {
        let counter = readers + counterInUse.value
        _ = catomics_integer_add(counter, 1)
        defer { _ = catomics_integer_add(counter, -1) }
        return sides[sideInForce.value]
    }

    /// Replaces the value by the result of `change`. If that throws, the old value stays. Writers wait for each other.
    package func replace<Failure: Error>(_ change: (Value) throws(Failure) -> Value) throws(Failure) {
        try writing.withLock { _ throws(Failure) in
            let old = sideInForce.value
            let value = try change(sides[old])
            sides[1 - old] = value
            sideInForce.store(1 - old)
            // New readers then use the other counter, so this one reaches zero.
            let counter = counterInUse.value
            waitForReaders(of: 1 - counter)
            counterInUse.store(1 - counter)
            waitForReaders(of: counter)
            sides[old] = value
        }
    }

    private func waitForReaders(of counter: Int) {
        while catomics_integer_load(readers + counter) != 0 { sched_yield() }
    }
}
