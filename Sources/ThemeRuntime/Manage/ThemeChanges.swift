import Synchronization

/// The changes of a manager, from the moment at which this sequence was asked for.
///
/// Whoever is slow gets several changes as one: from the theme seen last to the one in force now. So nothing piles up, each
/// sees one after the other in the order in which they happened, and the last one seen is the one in force. Each iteration has
/// a place of its own. The sequence ends with its manager.
public struct ThemeChanges<ID: ThemeIdentifier, Skin: Sendable>: AsyncSequence, Sendable {
    /// What it is made of.
    public typealias Element = ThemeChange<ID, Skin>
    /// It never fails.
    public typealias Failure = Never

    let start: ThemeSelection<ID, Skin>
    /// The selections from now on, and then the one in force; `nil` when the manager is gone.
    let selections: @Sendable () -> (AsyncStream<ThemeSelection<ID, Skin>>, current: ThemeSelection<ID, Skin>)?

    /// Begins where the sequence was asked for.
    public func makeAsyncIterator() -> Iterator {
        let (stream, current) = selections() ?? (AsyncStream { $0.finish() }, start)
        return Iterator(seen: start, first: current, selections: stream.makeAsyncIterator())
    }

    /// One way through the changes.
    public struct Iterator: AsyncIteratorProtocol {
        private var seen: ThemeSelection<ID, Skin>
        private var first: ThemeSelection<ID, Skin>?
        private var selections: AsyncStream<ThemeSelection<ID, Skin>>.Iterator

        init(
            seen: ThemeSelection<ID, Skin>, first: ThemeSelection<ID, Skin>?,
            selections: AsyncStream<ThemeSelection<ID, Skin>>.Iterator
        ) {
            (self.seen, self.first, self.selections) = (seen, first, selections)
        }

        /// `nil` when the manager is gone or the task was cancelled.
        public mutating func next() async -> Element? { await next(isolation: nil) }

        /// The next change; `nil` when the manager is gone or the task was cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
            if let first {
                self.first = nil
                if let change = change(to: first) { return change }
            }
            while let selection = await selections.next(isolation: actor) {
                if let change = change(to: selection) { return change }
            }
            return nil
        }

        private mutating func change(to selection: ThemeSelection<ID, Skin>) -> Element? {
            // One that was sent before the one in force was looked at comes late.
            guard selection.turn.load(ordering: .relaxed) > seen.turn.load(ordering: .relaxed) else { return nil }
            defer { seen = selection }
            return ThemeChange(from: seen, to: selection)
        }
    }
}
