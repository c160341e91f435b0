/// Where the choice of a theme is kept from one start to the next.
///
/// What any store must do is checked by `StoreLaws` of `ThemeRuntimeTesting`: what was saved is what is loaded, also by another
/// store on the same place; a failure leaves what was saved before.
public protocol ThemeStore: Sendable {
    /// The text that was saved last; `nil` if none was.
    func load() throws -> String?

    /// Replaces what was saved; `nil` removes it. Either all of it is saved, or it throws and nothing changes.
    ///
    /// A manager calls this on the main actor, once for each choice.
    func save(_ text: String?) throws
}
