import Dispatch
import Synchronization

/// Spreads work over threads. The one place that does.
enum Workers {
    /// How many indices a worker takes at a time, at most: few enough that none waits long for the last one.
    private static let strideMax = 8

    /// The results of `body` for the indices from 0, in their order.
    ///
    /// - Parameter jobs: how many threads take part, the calling one included.
    static func map<Value: Sendable>(_ count: Int, jobs: Int, _ body: @Sendable (Int) -> Value) -> [Value] {
        let stride = min(max(1, count / (4 * max(1, jobs))), strideMax)
        let parts = Swift.stride(from: 0, to: count, by: stride).map { $0..<min($0 + stride, count) }
        return map(parts, jobs: jobs, preparing: { _ in }, { _, index in body(index) })
    }

    /// The same where a thread takes a part of the indices at a time, and prepares for it first.
    ///
    /// - Parameter parts: one behind the other, from 0.
    static func map<Context, Value: Sendable>(
        _ parts: [Range<Int>], jobs: Int, preparing prepare: @Sendable (Range<Int>) -> Context,
        _ body: @Sendable (Context, Int) -> Value
    ) -> [Value] {
        let count = parts.last?.upperBound ?? 0
        return [Value](unsafeUninitializedCapacity: count) { buffer, initialized in
            // Every part is taken by exactly one worker, which alone initializes its elements; `concurrentPerform` returns
            // when all workers are done.
            nonisolated(unsafe) let slots = buffer
            let next = Atomic(0)
            DispatchQueue.concurrentPerform(iterations: max(1, jobs)) { _ in
                while true {
                    let number = next.add(1, ordering: .relaxed).oldValue
                    guard number < parts.count else { return }
                    let context = prepare(parts[number])
                    for index in parts[number] { slots.initializeElement(at: index, to: body(context, index)) }
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
