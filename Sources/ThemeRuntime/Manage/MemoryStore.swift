import Synchronization

/// A choice that lasts as long as the process: for tests, previews and tools.
public final class MemoryStore: ThemeStore {
    private let text: Mutex<String?>

    /// A store that has a choice already, or none.
    ///
    /// - Parameter text: what shall count as saved.
    public init(_ text: String? = nil) { self.text = Mutex(text) }

    /// What was saved last.
    public func load() -> String? { text.withLock { $0 } }
    /// Never fails.
    public func save(_ text: String?) { self.text.withLock { $0 = text } }
}
