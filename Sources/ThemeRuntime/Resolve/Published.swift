import SystemCalls
import ThemeModel

/// A reference that one thread replaces while others read it without waiting.
///
/// A writer that is preempted while it has a lock would stop all readers. An atomic pointer is not enough
/// either: the object may be freed between load and retain. So the value is stored twice, as in the left-right scheme
/// of Ramalhete and Correia (https://hal.science/hal-01207881). Readers announce themselves at one of two counters
/// and read the current side. The writer changes the other side, redirects readers to it, and releases the old value
/// only after it has seen each counter at zero.
///
/// Reading costs three atomic operations and a retain.
///
/// `@unchecked Sendable`: only `replace` writes a side, one caller at a time, when no reader can be on that side;
/// only announced readers read it.
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

    /// The current value.
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

    /// Replaces the value by one that `change` makes of it. Writers wait for each other. Meanwhile readers see the old
    /// value.
    ///
    /// - Parameter change: returns the new value. If it throws, the old value stays.
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

    /// Waits until a counter is zero. Readers take nanoseconds unless they are preempted.
    private static func wait(for readers: borrowing AtomicInteger) {
        while readers.value != 0 { sched_yield() }
    }
}
