import ThemeModel

/// A thread-safe count that starts at 0.
package final class Counter: Sendable {
    private let count = AtomicInteger(0)

    package init() {}

    /// Adds 1, and returns the sum.
    package func increment() -> Int { count.add(1) }
}
