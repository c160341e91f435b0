/// The source of a manager's themes: mounted packs (`ThemeLibrary`), a ``ThemeTable``, or a type of your own.
///
/// A manager calls it from any thread, and at every selection. Cache themes that are slow to make.
public protocol ThemeCatalog<ID, Skin>: AnyObject, Sendable {
    /// The type of theme ids.
    associatedtype ID: ThemeIdentifier
    /// The type of themes.
    associatedtype Skin: Sendable

    /// The known ids. A catalog that makes themes on demand may accept more.
    var ids: [ID] { get }

    /// The theme of an id.
    ///
    /// - Returns: `nil` if there is no such theme.
    /// - Throws: if the theme exists and cannot be used.
    func theme(_ id: ID) throws -> Skin?

    /// The id of a theme.
    ///
    /// - Returns: `nil` if the catalog does not have the theme.
    func id(of theme: Skin) throws -> ID?

    /// Loads what the theme would otherwise load at first use, and throws if that fails.
    func check(_ theme: Skin) throws
}

extension ThemeCatalog {
    /// Does nothing.
    public func check(_ theme: Skin) throws {}
}

extension ThemeLibrary: ThemeCatalog {
    /// The ids of the mounted themes, sorted.
    public var ids: [ThemeID] { snapshot.ids }

    /// The id of a theme that is mounted now; `nil` for a theme of an older snapshot.
    public func id(of theme: Theme) -> ThemeID? { self.theme(theme.id) === theme ? theme.id : nil }

    /// Reads and merges the settings of the whole chain.
    public func check(_ theme: Theme) throws(ThemeError) { _ = try theme.settingsTable() }
}
