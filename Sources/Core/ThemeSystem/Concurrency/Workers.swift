// See docs/decisions/04-threads-and-memory.md.
/// Runs work on several threads, and returns the results in order.
package enum Workers {
    /// With longer strides, idle workers would wait longer for the last one.
    private static let strideMax = 8

    /// Returns the results of `body` for `0..<count`, in order. `jobs` is the largest number of threads, including the
    /// calling one, which does the work of those that the system refuses. A thread takes `stride` indices at a time;
    /// `nil` derives it from `count`.
    package static func map<Value: Sendable>(
        _ count: Int, stride: Int? = nil, jobs: Int, _ body: @escaping @Sendable (Int) -> Value
    ) -> [Value] {
        let stride = stride ?? min(max(1, count / (4 * max(1, jobs))), strideMax)
        return [Value](unsafeUninitializedCapacity: count) { buffer, initialized in
            // Each element is initialized once. `onThreads` returns when all are.
            nonisolated(unsafe) let slots = buffer
            let next = AtomicInteger(0)
            onThreads(min(jobs, count)) {
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

    private static func onThreads(_ count: Int, _ body: @escaping @Sendable () -> Void) {
        var threads: [SystemThread] = []
        // More threads than processors gain nothing.
        for _ in 1..<max(1, min(count, processorCount)) {
            guard let thread = try? SystemThread(body) else { break }
            threads.append(thread)
        }
        body()
        for thread in threads { thread.join() }
    }

    private static let processorCount = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))

    package static func both<First: Sendable, Second: Sendable>(
        jobs: Int, _ first: @escaping @Sendable () -> First, _ second: @escaping @Sendable () -> Second
    ) -> (First, Second) {
        let secondResult = Lock<Second?>(nil)
        var thread: SystemThread?
        if min(jobs, processorCount) > 1 {
            thread = try? SystemThread {
                let value = second()
                secondResult.withLock { $0 = value }
            }
        }
        let firstResult = first()
        thread?.join()
        // Without a thread, this one does the second work.
        return (firstResult, secondResult.withLock { $0.take() } ?? second())
    }
}

/// A thread of the system, and the only place that starts one. Unlike Dispatch it reports a refusal; Dispatch waits
/// until it gets its threads, and traps without descriptors for them. The owner calls ``join()`` or ``detach()`` once.
package struct SystemThread {
    private let id: pthread_t

    private final class Body: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// - Throws: ``SystemError`` if the system refuses the thread.
    package init(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
        let body = Unmanaged.passRetained(Body(body))
        #if canImport(Darwin)
            var thread: pthread_t?
        #else
            var thread = pthread_t()
        #endif
        let code = pthread_create(
            &thread, nil,
            { body in
                // An optional on Linux alone.
                let body: UnsafeMutableRawPointer? = body
                if let body { Unmanaged<Body>.fromOpaque(body).takeRetainedValue().run() }
                return nil
            }, body.toOpaque())
        guard code == 0, let id = thread as pthread_t? else {
            body.release()
            throw SystemError(code: code)
        }
        self.id = id
    }

    package func join() { pthread_join(id, nil) }

    package func detach() { pthread_detach(id) }
}
