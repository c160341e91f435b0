/// The source of a manager's themes: mounted packs (`ThemeLibrary`), a ``ThemeTable``, or a type of your own.
///
/// A manager calls it from any thread, and at every selection. Cache themes that are slow to make.
public protocol ThemeCatalog<ID, ThemeType>: AnyObject, Sendable {
    /// The type of theme ids.
    associatedtype ID: ThemeIdentifier
    /// The type of themes.
    associatedtype ThemeType: Sendable

    /// The known ids. A catalog that makes themes on demand may accept more.
    var ids: [ID] { get }

    /// The theme of an id.
    ///
    /// - Returns: `nil` if there is no such theme.
    /// - Throws: if the theme exists and cannot be used.
    func theme(_ id: ID) throws -> ThemeType?

    /// The id of a theme.
    ///
    /// - Returns: `nil` if the catalog does not have the theme.
    func id(of theme: ThemeType) throws -> ID?

    /// Loads what the theme would otherwise load at first use, and throws if that fails.
    func check(_ theme: ThemeType) throws
}

extension ThemeCatalog {
    /// Does nothing.
    public func check(_ theme: ThemeType) throws {}
}

extension ThemeLibrary: ThemeCatalog {
    /// The ids of the mounted themes, sorted.
    public var ids: [ThemeID] { snapshot.ids }

    /// The id of a theme that is mounted now; `nil` for a theme of an older snapshot.
    public func id(of theme: Theme) -> ThemeID? { self.theme(theme.id) === theme ? theme.id : nil }

    /// Reads and merges the settings of the whole chain.
    public func check(_ theme: Theme) throws(ThemeError) { _ = try theme.settingsTable() }
}
