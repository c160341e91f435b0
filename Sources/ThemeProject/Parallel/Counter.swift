import ThemeModel

/// Counts from 1. Thread-safe.
package final class Counter: Sendable {
    private let count = AtomicInteger(0)

    package init() {}

    package func next() -> Int { count.add(1) }
}
