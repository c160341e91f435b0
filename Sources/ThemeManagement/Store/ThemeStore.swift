/// Saves the choice of a theme between runs.
///
/// `StoreLaws` of `ThemeManagementTesting` checks a conforming type: it loads what was saved, also by another store
/// for the same place, and a failure leaves what was saved before.
public protocol ThemeStore: Sendable {
    /// The text that was saved last; `nil` if there is none.
    func load() throws -> String?

    /// Replaces the saved text; `nil` removes it. It succeeds as a whole, or throws and changes nothing.
    ///
    /// A manager calls this on the main actor, once for each choice.
    func save(_ text: String?) throws
}
