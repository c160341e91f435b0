/// Saves the choice of a theme between runs.
///
/// A store loads the text that was saved last, also if another store for the same place saved it. `StoreLaws` of
/// `ThemeManagementTesting` checks a conforming type.
public protocol ThemeStore: Sendable {
    /// The text that was saved last; `nil` if there is none.
    func load() throws -> String?

    /// Replaces the saved text, or throws and changes nothing; `nil` removes it. Managers call it on the main actor.
    func save(_ text: String?) throws
}
