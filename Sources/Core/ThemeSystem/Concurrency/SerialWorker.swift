import Dispatch

/// Runs work in order on a thread of its own, or on the calling thread if the system refuses one.
package final class SerialWorker: Sendable {
    private final class Work: Sendable {
        struct State {
            var waiting: [@Sendable () -> Void] = []
            var isEnded = false
        }

        let state = Lock(State())
        let hasChanged = DispatchSemaphore(value: 0)
        let room: DispatchSemaphore

        init(room: Int) { self.room = DispatchSemaphore(value: room) }

        /// Returns after the end, when no work waits.
        func run() {
            while true {
                hasChanged.wait()
                var bodies: [@Sendable () -> Void] = []
                var isEnded = false
                state.withLock { state in
                    bodies = state.waiting.reversed()
                    state.waiting = []
                    isEnded = state.isEnded
                }
                // Work is released as soon as it is done, so that buffers have one owner again.
                while let body = bodies.popLast() {
                    body()
                    room.signal()
                }
                if isEnded { return }
            }
        }
    }

    private let work: Work
    private let hasThread: Bool

    /// - Parameter waitingMax: while as much work waits, ``perform(_:)`` does not return.
    package init(waitingMax: Int = .max) {
        work = Work(room: waitingMax)
        do throws(SystemError) {
            try SystemThread { [work] in work.run() }.detach()
            hasThread = true
        } catch {
            hasThread = false
        }
    }

    package func perform(_ body: @escaping @Sendable () -> Void) {
        guard hasThread else { return body() }
        work.room.wait()
        work.state.withLock { $0.waiting.append(body) }
        work.hasChanged.signal()
    }

    /// Returns when all work before is done.
    package func wait() {
        let isDone = DispatchSemaphore(value: 0)
        perform { isDone.signal() }
        isDone.wait()
    }

    deinit {
        work.state.withLock { $0.isEnded = true }
        work.hasChanged.signal()
    }
}
