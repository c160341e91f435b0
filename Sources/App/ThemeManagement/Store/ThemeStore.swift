import ThemeSystem

/// Saves the choice of a theme between runs.
///
/// A store loads the text that was saved last, even if another store for the same place saved it. `StoreLaws` of
/// `ThemeManagementTesting` checks a conforming type.
public protocol ThemeStore: Sendable {
    /// The text that was saved last; `nil` if there is none.
    func load() throws -> String?

    /// Replaces the saved text, or throws and changes nothing; `nil` removes it. Managers call it on the main actor.
    func save(_ text: String?) throws
}

/// Saves the choice in memory, for tests, previews and tools.
public final class MemoryStore: ThemeStore {
    private let text: Lock<String?>

    /// Creates a store with a saved choice, or without one.
    public init(_ text: String? = nil) { self.text = Lock(text) }

    public func load() -> String? { text.withLock { $0 } }
    public func save(_ text: String?) { self.text.withLock { $0 = text } }
}

/// The reason why a store cannot load or save.
public struct StoreError: DescribedError, Hashable, Sendable {
    /// The file or key where the choice is saved.
    public let place: String
    /// The problem, as the end of a sentence that begins with the place: "is not a string".
    public let reason: String

    /// Creates an error.
    public init(place: String, reason: String) {
        self.place = place
        self.reason = reason
    }

    public var message: String { "\(place): \(reason)" }
}
