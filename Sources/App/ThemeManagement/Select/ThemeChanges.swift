/// The changes of a manager since the sequence was requested.
///
/// A slow reader gets several changes as one. Each iteration has its own position. The sequence ends when its manager
/// is released.
public struct ThemeChanges<ID: ThemeIdentifier, ThemeType: Sendable>: AsyncSequence, Sendable {
    /// The type of the changes.
    public typealias Element = ThemeChange<ID, ThemeType>
    /// The sequence never fails.
    public typealias Failure = Never

    let start: ThemeSelection<ID, ThemeType>
    /// The latest selection and those that follow; ends with the manager.
    let selections: @Sendable () -> AsyncStream<ThemeSelection<ID, ThemeType>>

    /// Begins with the first change after the sequence was requested.
    public func makeAsyncIterator() -> Iterator {
        Iterator(seen: start, selections: selections().makeAsyncIterator())
    }

    /// An iteration over the changes.
    public struct Iterator: AsyncIteratorProtocol {
        private var seen: ThemeSelection<ID, ThemeType>
        private var selections: AsyncStream<ThemeSelection<ID, ThemeType>>.Iterator

        init(seen: ThemeSelection<ID, ThemeType>, selections: AsyncStream<ThemeSelection<ID, ThemeType>>.Iterator) {
            self.seen = seen
            self.selections = selections
        }

        /// The next change; `nil` when the manager is released or the task is canceled.
        public mutating func next() async -> Element? {
            while let selection = await selections.next() {
                if let change = change(to: selection) { return change }
            }
            return nil
        }

        /// The next change; `nil` when the manager is released or the task is canceled.
        @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
            while let selection = await selections.next(isolation: actor) {
                if let change = change(to: selection) { return change }
            }
            return nil
        }

        private mutating func change(to selection: ThemeSelection<ID, ThemeType>) -> Element? {
            guard selection !== seen else { return nil }
            defer { seen = selection }
            return ThemeChange(old: seen, new: selection)
        }
    }
}
