/// Saves the choice of a theme between runs.
///
/// A store loads the text that was saved last, also by another store for the same place. If it cannot save, the text
/// that was saved before stays. `StoreLaws` of `ThemeManagementTesting` checks a conforming type.
public protocol ThemeStore: Sendable {
    /// The text that was saved last; `nil` if there is none.
    func load() throws -> String?

    /// Replaces the saved text; `nil` removes it. It succeeds as a whole, or throws and changes nothing.
    ///
    /// A manager calls this on the main actor, once for each choice.
    func save(_ text: String?) throws
}
