import Dispatch
import Synchronization

/// Spreads work over threads. The one place that does.
enum Workers {
    /// How many indices a worker takes at a time, at most: few enough that none waits long for the last one.
    private static let strideMax = 8

    /// The results of `body` for the indices from 0, in their order.
    ///
    /// - Parameters:
    ///   - stride: how many indices a thread takes at a time; `nil` for what suits their number.
    ///   - jobs: how many threads take part, the calling one included.
    static func map<Value: Sendable>(
        _ count: Int, stride: Int? = nil, jobs: Int, _ body: @Sendable (Int) -> Value
    ) -> [Value] {
        let stride = stride ?? min(max(1, count / (4 * max(1, jobs))), strideMax)
        return [Value](unsafeUninitializedCapacity: count) { buffer, initialized in
            // Every index is taken by exactly one worker, which alone initializes its element; `concurrentPerform` returns
            // when all workers are done.
            nonisolated(unsafe) let slots = buffer
            let next = Atomic(0)
            DispatchQueue.concurrentPerform(iterations: max(1, jobs)) { _ in
                while true {
                    let start = next.add(stride, ordering: .relaxed).oldValue
                    guard start < count else { return }
                    for index in start..<min(start + stride, count) {
                        slots.initializeElement(at: index, to: body(index))
                    }
                }
            }
            initialized = count
        }
    }

    /// The results of two things that have nothing to do with one another.
    static func both<First: Sendable, Second: Sendable>(
        jobs: Int, _ first: @Sendable () -> First, _ second: @Sendable () -> Second
    ) -> (First, Second) {
        let other = Mutex<Second?>(nil)
        let results = map(2, jobs: min(jobs, 2)) { number -> First? in
            if number == 0 { return first() }
            let result = second()
            other.withLock { $0 = result }
            return nil
        }
        // Both are there.
        return (results[0] ?? first(), other.withLock { $0 } ?? second())
    }
}

/// Counts from 1, over all threads.
final class Counter: Sendable {
    private let count = Atomic(0)

    func next() -> Int { count.add(1, ordering: .relaxed).newValue }
}
