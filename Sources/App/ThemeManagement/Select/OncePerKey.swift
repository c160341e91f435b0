import Dispatch
import ThemeSystem

/// Makes the value of a key once for all threads that ask at the same time. The first thread makes it, the others wait.
///
/// No lock is held while a value is made. A thread that would wait for itself, also through others, gets an error.
final class OncePerKey<Key: ThemeIdentifier, Value: Sendable>: Sendable {
    private final class Making: Sendable {
        let maker: ThreadID
        let done = DispatchGroup()
        let result = Lock<Result<Value, any Error>?>(nil)

        init(by maker: ThreadID) {
            self.maker = maker
            done.enter()
        }
    }

    private struct State {
        var inProgress: [Key: Making] = [:]
        /// The value that each waiting thread waits for.
        var waiting: [ThreadID: Making] = [:]

        func wouldWaitForItself(_ thread: ThreadID, for making: Making) -> Bool {
            var next: Making? = making
            while let current = next {
                if current.maker == thread { return true }
                next = waiting[current.maker]
            }
            return false
        }
    }

    private let state = Lock(State())

    func value(for key: Key, make: () throws -> Value) throws -> Value {
        let thread = ThreadID.current
        let (making, isMaker) = try state.withLock { state throws(ManagerError) -> (Making, Bool) in
            guard let making = state.inProgress[key] else {
                let making = Making(by: thread)
                state.inProgress[key] = making
                return (making, true)
            }
            if state.wouldWaitForItself(thread, for: making) { throw .generatorCycle(id: key.text) }
            state.waiting[thread] = making
            return (making, false)
        }
        guard isMaker else {
            making.done.wait()
            guard let result = making.result.withLock({ $0 }) else { return try value(for: key, make: make) }
            return try result.get()
        }
        let result = Result { try make() }
        making.result.withLock { $0 = result }
        state.withLock { state in
            state.inProgress[key] = nil
            // Threads not yet resumed no longer count as waiting.
            state.waiting = state.waiting.filter { $0.value !== making }
        }
        making.done.leave()
        return try result.get()
    }
}

private struct ThreadID: Hashable, Sendable {
    /// A number on some platforms, a pointer on others.
    private let bits: UInt

    static var current: ThreadID { ThreadID(bits: withUnsafeBytes(of: pthread_self()) { $0.load(as: UInt.self) }) }
}
