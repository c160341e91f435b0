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
    private let firstReaders = AtomicInteger(0)
    private let secondReaders = AtomicInteger(0)
    private let writing = Lock<Void>(())

    package init(_ value: Value) {
        sides = .allocate(capacity: 2)
        sides.initialize(repeating: value, count: 2)
    }

    deinit {
        sides.deinitialize(count: 2)
        sides.deallocate()
    }

    package var value: Value {
        let isFirst = counterInUse.value == 0
        if isFirst {
            firstReaders.add(1)
        } else {
            secondReaders.add(1)
        }
        let value = sides[sideInForce.value]
        if isFirst {
            firstReaders.add(-1)
        } else {
            secondReaders.add(-1)
        }
        return value
    }

    /// Replaces the value by the result of `change`. If that throws, the old value stays. Writers wait for each other.
    package func replace<Failure: Error>(_ change: (Value) throws(Failure) -> Value) throws(Failure) {
        try writing.withLock { _ throws(Failure) in
            let old = sideInForce.value
            let value = try change(sides[old])
            sides[1 - old] = value
            sideInForce.store(1 - old)
            // New readers then use the other counter, so this one reaches zero.
            if counterInUse.value == 0 {
                Self.wait(for: secondReaders)
                counterInUse.store(1)
                Self.wait(for: firstReaders)
            } else {
                Self.wait(for: firstReaders)
                counterInUse.store(0)
                Self.wait(for: secondReaders)
            }
            sides[old] = value
        }
    }

    private static func wait(for readers: borrowing AtomicInteger) {
        while readers.value != 0 { sched_yield() }
    }
}
