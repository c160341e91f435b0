import ThemeSystem
import ThemeModel

/// Saves the choice in memory, for tests, previews and tools.
public final class MemoryStore: ThemeStore {
    private let text: Lock<String?>

    /// Creates a store with a saved choice, or without one.
    public init(_ text: String? = nil) { self.text = Lock(text) }

    public func load() -> String? { text.withLock { $0 } }
    public func save(_ text: String?) { self.text.withLock { $0 = text } }
}
