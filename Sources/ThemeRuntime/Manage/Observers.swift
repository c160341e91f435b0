import Synchronization

/// Callbacks and sequences that follow a manager, in the order in which they came.
final class Observers<ID: ThemeIdentifier, Skin: Sendable>: Sendable {
    typealias Callback = @MainActor @Sendable (ThemeChange<ID, Skin>) -> Void
    typealias Continuation = AsyncStream<ThemeSelection<ID, Skin>>.Continuation

    private final class Entry: Sendable {
        let number: Int
        let moment: ThemeMoment
        let body: Callback
        let isRegistered = Atomic(true)

        init(_ number: Int, _ moment: ThemeMoment, _ body: @escaping Callback) {
            (self.number, self.moment, self.body) = (number, moment, body)
        }
    }

    private struct State {
        var lastNumber = 0
        /// In the order of numbers.
        var callbacks: [Entry] = []
        var sequences: [Int: Continuation] = [:]
    }

    private let state = Mutex(State())

    func add(_ moment: ThemeMoment, _ body: @escaping Callback) -> Int {
        state.withLock { state in
            state.lastNumber += 1
            state.callbacks.append(Entry(state.lastNumber, moment, body))
            return state.lastNumber
        }
    }

    func remove(_ number: Int) {
        // What a callback captured dies outside the lock: its `deinit` may come back here.
        let removed = state.withLock { state -> Entry? in
            var range = state.callbacks.indices
            while let middle = range.isEmpty ? nil : range.lowerBound + range.count / 2 {
                let found = state.callbacks[middle].number
                if found == number { return state.callbacks.remove(at: middle) }
                range = found < number ? middle + 1..<range.upperBound : range.lowerBound..<middle
            }
            return nil
        }
        removed?.isRegistered.store(false, ordering: .releasing)
    }

    /// Calls those of a moment that are there now, but for any that is removed before its turn.
    @MainActor
    func tell(_ moment: ThemeMoment, _ change: ThemeChange<ID, Skin>) {
        for entry in state.withLock({ $0.callbacks })
        where entry.moment == moment && entry.isRegistered.load(ordering: .acquiring) {
            entry.body(change)
        }
    }

    // MARK: Sequences

    /// A stream of selections that keeps no more than the latest.
    func stream() -> AsyncStream<ThemeSelection<ID, Skin>> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: ThemeSelection<ID, Skin>.self, bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state in
            state.lastNumber += 1
            state.sequences[state.lastNumber] = continuation
            return state.lastNumber
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.sequences.removeValue(forKey: number) }
        }
        return stream
    }

    func send(_ selection: ThemeSelection<ID, Skin>) {
        for continuation in state.withLock({ Array($0.sequences.values) }) { continuation.yield(selection) }
    }

    deinit {
        for continuation in state.withLock({ Array($0.sequences.values) }) { continuation.finish() }
    }
}

/// When, in the course of a change, a callback is called. They come in this order, each for all who wait for it.
public enum ThemeMoment: Hashable, Sendable, CaseIterable {
    /// The old theme is still in force; nothing can stop the new one any more.
    case willChange
    /// The new theme is in force; what is bound has not been told yet.
    case didChange
    /// Everything that is bound has the new theme's values.
    case applied
}

/// Keeps a callback registered for as long as it is held. It may be let go, or cancelled, on any thread.
public final class ThemeObservation: Sendable {
    private let end: @Sendable () -> Void

    init(_ end: @escaping @Sendable () -> Void) { self.end = end }

    /// Ends it before its time. Cancelled on the main actor, the callback is not called again; elsewhere, a call that has
    /// begun may still be under way.
    public func cancel() { end() }

    deinit { end() }
}
