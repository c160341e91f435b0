import ThemeSystem

final class Observers<ID: ThemeIdentifier, ThemeType: Sendable>: Sendable {
    typealias Selection = ThemeSelection<ID, ThemeType>
    typealias Callback = @MainActor @Sendable (ThemeChange<ID, ThemeType>) -> Void
    typealias Continuation = AsyncStream<Selection>.Continuation

    private struct State {
        var latest: Selection
        var lastNumber = 0
        /// Sorted by number, which is the order of registration.
        var callbacks: [(number: Int, phase: ChangePhase, body: Callback)] = []
        var sequences: [Int: Continuation] = [:]

        func index(ofCallback number: Int) -> Int? {
            let index = callbacks.partitioningIndex { $0.number >= number }
            return index < callbacks.count && callbacks[index].number == number ? index : nil
        }
    }

    private let state: Lock<State>

    init(_ current: Selection) { state = Lock(State(latest: current)) }

    func add(_ phase: ChangePhase, _ body: @escaping Callback) -> Int {
        state.withLock { state in
            state.lastNumber += 1
            state.callbacks.append((state.lastNumber, phase, body))
            return state.lastNumber
        }
    }

    func remove(_ number: Int) {
        // Releases the callback outside the lock, as the `deinit` of what it captured may call this object.
        let removed = state.withLock { state in
            state.index(ofCallback: number).map { state.callbacks.remove(at: $0).body }
        }
        withExtendedLifetime(removed) {}
    }

    /// Calls the callbacks of a phase that are registered now and are still registered at their turn.
    @MainActor
    func notify(_ phase: ChangePhase, _ change: ThemeChange<ID, ThemeType>) {
        for callback in state.withLock({ $0.callbacks }) where callback.phase == phase {
            if state.withLock({ $0.index(ofCallback: callback.number) != nil }) { callback.body(change) }
        }
    }

    var latest: Selection { state.withLock(\.latest) }

    /// A stream of selections that begins with the latest, and buffers no more than one.
    func stream() -> AsyncStream<Selection> {
        let (stream, continuation) = AsyncStream.makeStream(of: Selection.self, bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state in
            state.lastNumber += 1
            state.sequences[state.lastNumber] = continuation
            continuation.yield(state.latest)
            return state.lastNumber
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.sequences.removeValue(forKey: number) }
        }
        return stream
    }

    func send(_ selection: Selection) {
        // Yielding within the lock gives every stream the same order. The old theme is released outside of it, as its
        // `deinit` may call this object.
        let old = state.withLock { state in
            let old = state.latest
            state.latest = selection
            for continuation in state.sequences.values { continuation.yield(selection) }
            return old
        }
        withExtendedLifetime(old) {}
    }

    deinit {
        for continuation in state.withLock({ Array($0.sequences.values) }) { continuation.finish() }
    }
}

/// The phases of a change, in their order.
public enum ChangePhase: Hashable, Sendable, CaseIterable {
    /// The old theme is still in force. The change can no longer fail.
    case willChange
    /// The new theme is in force. Bound values are not applied yet.
    case didChange
    /// All bound values are applied.
    case applied
}

/// Keeps a callback registered until it is canceled or released. Any thread may do either.
public final class ThemeObservation: Sendable {
    private let end: @Sendable () -> Void

    init(_ end: @escaping @Sendable () -> Void) { self.end = end }

    /// Unregisters the callback. On the main actor it is not called again; elsewhere, a call that has begun may still
    /// run.
    public func cancel() { end() }

    deinit { end() }
}
