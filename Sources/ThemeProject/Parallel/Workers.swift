import Dispatch
import ThemeModel

/// Spreads work over threads.
package enum Workers {
    /// The maximum number of indices that a worker takes at a time. With more, idle workers would wait longer for the
    /// last one.
    private static let strideMax = 8

    /// Returns the results of `body` for the indices from 0 to `count - 1`, in order.
    ///
    /// - Parameters:
    ///   - stride: the number of indices that a thread takes at a time; `nil` to derive it from `count`.
    ///   - jobs: the number of threads, including the calling one.
    package static func map<Value: Sendable>(
        _ count: Int, stride: Int? = nil, jobs: Int, _ body: @Sendable (Int) -> Value
    ) -> [Value] {
        let stride = stride ?? min(max(1, count / (4 * max(1, jobs))), strideMax)
        return [Value](unsafeUninitializedCapacity: count) { buffer, initialized in
            // One worker takes each index and initializes its element. `concurrentPerform` returns when all are done.
            nonisolated(unsafe) let slots = buffer
            let next = AtomicInteger(0)
            DispatchQueue.concurrentPerform(iterations: max(1, jobs)) { _ in
                while true {
                    let start = next.add(stride) - stride
                    guard start < count else { return }
                    for index in start..<min(start + stride, count) {
                        slots.initializeElement(at: index, to: body(index))
                    }
                }
            }
            initialized = count
        }
    }

    /// Returns the results of two independent functions, which may run at the same time.
    package static func both<First: Sendable, Second: Sendable>(
        jobs: Int, _ first: @Sendable () -> First, _ second: @Sendable () -> Second
    ) -> (First, Second) {
        let other = Lock<Second?>(nil)
        let results = map(2, jobs: min(jobs, 2)) { number -> First? in
            if number == 0 { return first() }
            let result = second()
            other.withLock { $0 = result }
            return nil
        }
        // Neither is `nil`: `map` returns when both have run.
        return (results[0] ?? first(), other.withLock { $0 } ?? second())
    }
}
