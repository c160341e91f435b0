/// Where a manager finds its themes: mounted packs (``ThemeLibrary``), a caller's own (``ThemeTable``), or anything else.
///
/// A manager may ask from any thread, and asks again for every selection: an answer that takes long to make is kept here.
public protocol ThemeCatalogue<ID, Skin>: AnyObject, Sendable {
    /// What themes are told apart by.
    associatedtype ID: ThemeIdentifier
    /// What a theme is: any type that may be handed from thread to thread.
    associatedtype Skin: Sendable

    /// The ids that are known now. A catalogue that makes themes when they are asked for may know more.
    var ids: [ID] { get }

    /// The theme of an id.
    ///
    /// - Returns: `nil` if there is no such theme.
    /// - Throws: if there is one, and it cannot be used.
    func theme(_ id: ID) throws -> Skin?

    /// Under which id a theme is found.
    ///
    /// - Returns: `nil` if it is none of this catalogue's.
    func id(of theme: Skin) throws -> ID?

    /// Reads ahead what a theme would otherwise read at the first question, and throws if that cannot be used.
    func check(_ theme: Skin) throws
}

extension ThemeCatalogue {
    /// Nothing to read ahead.
    public func check(_ theme: Skin) throws {}
}

extension ThemeLibrary: ThemeCatalogue {
    /// The ids of the mounted themes, in their order.
    public var ids: [ThemeID] { snapshot.ids }

    /// The id of a theme that is mounted as it is; `nil` for one of an older time.
    public func id(of theme: Theme) -> ThemeID? { self.theme(theme.id) === theme ? theme.id : nil }

    /// Reads and merges the settings of the whole chain.
    public func check(_ theme: Theme) throws(ThemeError) { _ = try theme.settingsTable() }
}
