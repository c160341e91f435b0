import Dispatch
import Foundation
import Synchronization

/// A generator asks for the theme that it is about to make.
public struct CircularTheme: Error, Sendable, CustomStringConvertible {
    /// The theme that is being made.
    public let id: String

    public var description: String { "making the theme '\(id)' asks for the theme '\(id)'" }
}

/// Makes a value for a key once, however many threads ask at the same time: the first makes it, the others wait for it.
///
/// No lock is held while a value is made. A thread that would wait for itself, through whatever other threads, is told so.
final class OnceEach<Key: ThemeIdentifier, Value: Sendable>: Sendable {
    private final class Making: Sendable {
        let maker: ObjectIdentifier
        let done = DispatchGroup()
        let result = Mutex<Result<Value, any Error>?>(nil)

        init(by maker: ObjectIdentifier) {
            self.maker = maker
            done.enter()
        }
    }

    private struct State {
        var underWay: [Key: Making] = [:]
        /// What is not made yet, and a thread that is stopped waits for.
        var waiting: [ObjectIdentifier: Making] = [:]

        func wouldWaitForItself(_ thread: ObjectIdentifier, for making: Making) -> Bool {
            var next: Making? = making
            while let current = next {
                if current.maker == thread { return true }
                next = waiting[current.maker]
            }
            return false
        }
    }

    private enum Part {
        case maker(Making)
        case waiter(Making)
    }

    private let state = Mutex(State())

    /// - Throws: what `make` throws, to all who wait for it; ``CircularTheme``.
    func value(for key: Key, make: () throws -> Value) throws -> Value {
        // The thread's object lives as long as the thread, which is longer than this call.
        let thread = ObjectIdentifier(Thread.current)
        let part = try state.withLock { state throws(CircularTheme) -> Part in
            guard let making = state.underWay[key] else {
                let making = Making(by: thread)
                state.underWay[key] = making
                return .maker(making)
            }
            if state.wouldWaitForItself(thread, for: making) { throw CircularTheme(id: key.text) }
            state.waiting[thread] = making
            return .waiter(making)
        }
        switch part {
        case .maker(let making):
            let result = Result { try make() }
            making.result.withLock { $0 = result }
            state.withLock { state in
                state.underWay[key] = nil
                // Who has only not woken up yet waits for nobody any more.
                state.waiting = state.waiting.filter { $0.value !== making }
            }
            making.done.leave()
            return try result.get()
        case .waiter(let making):
            making.done.wait()
            // The maker has left, so it has a result; asking again is what to do if that were ever untrue.
            guard let result = making.result.withLock({ $0 }) else { return try value(for: key, make: make) }
            return try result.get()
        }
    }
}
