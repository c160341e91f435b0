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

    /// The theme of ids that are selected together; `nil` if there is none. Default: of one id only.
    func theme(selecting ids: [ID]) throws -> ThemeType?

    /// The ids that are selected together after a theme is selected in addition to others, with the axes of themes that
    /// the source may not have any more. Default: that one alone.
    func selection(of id: ID, after others: [ID], axes: [ID: ThemeAxis]) -> [ID]

    /// The axis of a theme; `nil` if it has none, or the source does not have the theme. Default: `nil`.
    func axis(of id: ID) -> ThemeAxis?

    /// The id of a theme; `nil` if the source does not have it.
    func id(of theme: ThemeType) throws -> ID?

    /// The ids by which a theme was selected; `nil` if the source does not have it. Default: ``id(of:)``.
    func selection(of theme: ThemeType) throws -> [ID]?

    /// Loads the data that the theme would otherwise load at first use. Default: does nothing.
    func check(_ theme: ThemeType) throws
}

extension ThemeSource {
    public func theme(selecting ids: [ID]) throws -> ThemeType? {
        guard ids.count == 1, let id = ids.first else { return nil }
        return try theme(id)
    }

    public func selection(of id: ID, after others: [ID], axes: [ID: ThemeAxis]) -> [ID] { [id] }

    public func axis(of id: ID) -> ThemeAxis? { nil }

    public func selection(of theme: ThemeType) throws -> [ID]? { try id(of: theme).map { [$0] } }

    public func check(_ theme: ThemeType) throws {}
}

extension ThemeLibrary: ThemeSource {
    /// The id of a theme of the current snapshot; `nil` for a theme of an older one.
    public func id(of theme: Theme) -> ThemeID? { self.theme(theme.id) === theme ? theme.id : nil }

    /// The theme of ids that are selected together, as `ThemeSnapshot.theme(selecting:)`.
    public func theme(selecting ids: [ThemeID]) throws(ThemeError) -> Theme? { try snapshot.theme(selecting: ids) }

    /// The selection in which a theme, or each member of a combination, takes the place of the one of its axis. That of
    /// the default theme has no other.
    public func selection(of id: ThemeID, after others: [ThemeID], axes: [ThemeID: ThemeAxis]) -> [ThemeID] {
        snapshot.selection(of: id, after: others, axes: axes)
    }

    public func axis(of id: ThemeID) -> ThemeAxis? { snapshot.axis(of: id) }

    public func selection(of theme: Theme) throws(ThemeError) -> [ThemeID]? {
        try self.theme(selecting: theme.selection) === theme ? theme.selection : nil
    }

    public func check(_ theme: Theme) throws(ThemeError) { _ = try theme.settingsTable() }
}

extension ThemeSnapshot {
    func selection(of id: ThemeID, after others: [ThemeID], axes: [ThemeID: ThemeAxis] = [:]) -> [ThemeID] {
        let ids = order.selection(of: id, after: others, axes: axes)
        return ids.isEmpty ? [.default] : ids
    }

    /// - Parameter id: `nil` or the default theme clears the axis.
    func selection(
        of id: ThemeID?, on axis: ThemeAxis?, after others: [ThemeID], axes: [ThemeID: ThemeAxis]
    ) -> [ThemeID] {
        if let id, id != .default { return selection(of: id, after: others, axes: axes) }
        let ids = order.selection(clearing: axis, of: others, axes: axes)
        return ids.isEmpty ? [.default] : ids
    }
}
