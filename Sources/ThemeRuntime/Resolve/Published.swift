import Foundation
import Synchronization

/// A reference that one thread replaces while any number of others take it, none of which ever waits.
///
/// A lock would do in the usual case, but a writer that loses the processor while it holds one stops every reader. And an
/// atomic pointer alone does not do: between loading and retaining it the object may be gone. So the value is kept twice,
/// as in the left-right scheme of Ramalhete and Correia (https://hal.science/hal-01207881): readers announce themselves at one
/// of two counters, and take what lies on the side in force. The writer, who may wait, changes the other side, turns readers
/// to it, and only lets go of the old value when each counter has been seen empty after the turn: whoever could have
/// been looking at the old side has left by then.
///
/// Taking the value costs three atomic operations and a retain; holding it costs nothing, so hold it.
///
/// `@unchecked Sendable`: a side is written only by `replace`, which a mutex admits one at a time, when no reader can be
/// on that side; and read only by readers that have announced themselves.
final class Published<Value: AnyObject & Sendable>: @unchecked Sendable {
    private let sides: UnsafeMutablePointer<Value>
    private let sideInForce = Atomic<Int>(0)
    private let counterInUse = Atomic<Int>(0)
    private let firstReaders = Atomic<Int>(0)
    private let secondReaders = Atomic<Int>(0)
    private let writing = Mutex<Void>(())

    init(_ value: Value) {
        sides = .allocate(capacity: 2)
        sides.initialize(repeating: value, count: 2)
    }

    deinit {
        sides.deinitialize(count: 2)
        sides.deallocate()
    }

    /// The value in force.
    var value: Value {
        let isFirst = counterInUse.load(ordering: .sequentiallyConsistent) == 0
        if isFirst {
            firstReaders.add(1, ordering: .sequentiallyConsistent)
        } else {
            secondReaders.add(1, ordering: .sequentiallyConsistent)
        }
        let value = sides[sideInForce.load(ordering: .sequentiallyConsistent)]
        if isFirst {
            firstReaders.subtract(1, ordering: .sequentiallyConsistent)
        } else {
            secondReaders.subtract(1, ordering: .sequentiallyConsistent)
        }
        return value
    }

    /// Makes a new value of the one in force, and puts it in force. One writer at a time; readers meanwhile see the old one.
    ///
    /// - Parameter change: if it throws, nothing changes.
    func replace<Failure: Error>(_ change: (Value) throws(Failure) -> Value) throws(Failure) {
        try writing.withLock { _ throws(Failure) in
            let old = sideInForce.load(ordering: .sequentiallyConsistent)
            let value = try change(sides[old])
            sides[1 - old] = value
            sideInForce.store(1 - old, ordering: .sequentiallyConsistent)
            // Newcomers go to the other counter, once stragglers have left it; so this one is sure to become empty.
            if counterInUse.load(ordering: .sequentiallyConsistent) == 0 {
                Self.wait(for: secondReaders)
                counterInUse.store(1, ordering: .sequentiallyConsistent)
                Self.wait(for: firstReaders)
            } else {
                Self.wait(for: firstReaders)
                counterInUse.store(0, ordering: .sequentiallyConsistent)
                Self.wait(for: secondReaders)
            }
            sides[old] = value
        }
    }

    /// A reader stays for some nanoseconds, unless it loses the processor.
    private static func wait(for readers: borrowing Atomic<Int>) {
        while readers.load(ordering: .sequentiallyConsistent) != 0 { sched_yield() }
    }
}
