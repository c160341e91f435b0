import ThemeSystem
import ThemeModel

/// Counts calls from any thread.
final class Counter: Sendable {
    private let number = AtomicInteger(0)

    var value: Int { number.value }
    func increase() { number.add(1) }
}
