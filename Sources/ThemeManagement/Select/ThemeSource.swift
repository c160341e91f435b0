/// The source of a manager's themes: mounted packs (`ThemeLibrary`), a ``ThemeTable``, or a type of your own.
///
/// A manager calls it from any thread, and at every selection. Cache themes that are slow to make.
public protocol ThemeSource<ID, ThemeType>: AnyObject, Sendable {
    /// The type of theme ids.
    associatedtype ID: ThemeIdentifier
    /// The type of themes.
    associatedtype ThemeType: Sendable

    /// The known ids. A source that makes themes on demand may accept more.
    var ids: [ID] { get }

    /// The theme of an id; `nil` if there is none. Throws if it exists and cannot be used.
    func theme(_ id: ID) throws -> ThemeType?

    /// The id of a theme; `nil` if the source does not have it.
    func id(of theme: ThemeType) throws -> ID?

    /// Loads the data that the theme would otherwise load at first use. Default: does nothing.
    func check(_ theme: ThemeType) throws
}

extension ThemeSource {
    public func check(_ theme: ThemeType) throws {}
}

extension ThemeLibrary: ThemeSource {
    /// The id of a theme of the current snapshot; `nil` for a theme of an older one.
    public func id(of theme: Theme) -> ThemeID? { self.theme(theme.id) === theme ? theme.id : nil }

    public func check(_ theme: Theme) throws(ThemeError) { _ = try theme.settingsTable() }
}
