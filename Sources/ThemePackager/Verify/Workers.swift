import Dispatch
import Synchronization

/// Spreads work over threads. The one place that does.
enum Workers {
    /// How many indices a worker takes at a time, at most: few enough that none waits long for the last one.
    private static let strideMax = 8

    /// The results of `body` for the indices from 0, in their order.
    ///
    /// - Parameters:
    ///   - jobs: how many threads take part, the calling one included.
    ///   - stride: how many indices one takes at a time.
    static func map<Value: Sendable>(
        _ count: Int, jobs: Int, stride: Int = strideMax, _ body: @Sendable (Int) -> Value
    ) -> [Value] {
        [Value](unsafeUninitializedCapacity: count) { buffer, initialized in
            // Every index is taken by exactly one worker, which alone initializes its element; `concurrentPerform` returns
            // when all workers are done.
            nonisolated(unsafe) let slots = buffer
            let next = Atomic(0)
            let stride = min(max(1, count / (4 * max(1, jobs))), stride)
            DispatchQueue.concurrentPerform(iterations: max(1, jobs)) { _ in
                while true {
                    let first = next.add(stride, ordering: .relaxed).oldValue
                    guard first < count else { return }
                    for index in first..<min(first + stride, count) {
                        slots.initializeElement(at: index, to: body(index))
                    }
                }
            }
            initialized = count
        }
    }

    /// The results of two things that have nothing to do with one another.
    static func both<First: Sendable, Second: Sendable>(
        _ first: @Sendable () -> First, _ second: @Sendable () -> Second
    ) -> (First, Second) {
        let results = Mutex<(First?, Second?)>((nil, nil))
        DispatchQueue.concurrentPerform(iterations: 2) { number in
            if number == 0 {
                let result = first()
                results.withLock { $0.0 = result }
            } else {
                let result = second()
                results.withLock { $0.1 = result }
            }
        }
        return results.withLock { ($0.0 ?? first(), $0.1 ?? second()) }
    }
}

/// Counts from 1, over all threads.
final class Counter: Sendable {
    private let count = Atomic(0)

    func next() -> Int { count.add(1, ordering: .relaxed).newValue }
}
