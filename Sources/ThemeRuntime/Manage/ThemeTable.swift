import Synchronization

/// A caller's own themes by their ids: objects, values, or anything behind a protocol.
///
/// ```swift
/// let table = ThemeTable(Look.self) { look in look.theme }  // an enum as the factory, as in CEThemeSwitcher
/// let manager = try ThemeManager(table, default: .red)
/// try manager.bind(label, \.text, to: ThemeValue(\.title))
/// ```
///
/// Ids are unique, and so are themes, as far as they can be told apart: those that are `Equatable` by `==`, other objects by
/// identity. A removed theme that is in force stays so until another is selected or the manager is refreshed.
public final class ThemeTable<ID: ThemeIdentifier, Skin: Sendable>: ThemeCatalogue {
    /// Makes a theme when it is first asked for; `nil` if there is none of that id.
    public typealias Generator = @Sendable (ID) throws -> Skin?
    /// Names a theme that was never added, when it is first selected; `nil` if it is to be refused.
    public typealias IdentifierGenerator = @Sendable (Skin) throws -> ID?

    private struct State {
        var ids: [ID] = []
        var themes: [ID: Skin] = [:]

        func id(of theme: Skin) -> ID? {
            ids.first { id in themes[id].flatMap { areSame($0, theme) } == true }
        }

        mutating func add(_ id: ID, _ theme: Skin) throws(ManagerError) {
            if let known = self.id(of: theme) { throw .themeTaken(id: known.text) }
            if themes.updateValue(theme, forKey: id) == nil, !ids.contains(id) { ids.append(id) }
        }
    }

    private let state: Mutex<State>
    private let generator: Generator?
    private let identifierGenerator: IdentifierGenerator?
    private let making = OnceEach<ID, Skin?>()

    /// A table without themes yet.
    ///
    /// - Parameters:
    ///   - generator: called once for each id, also when several threads ask at the same time; again only after it has thrown
    ///     or returned `nil`. It may ask the table for other themes.
    ///   - identifierGenerator: called when a theme is selected that the table does not have.
    public init(generator: Generator? = nil, identifierGenerator: IdentifierGenerator? = nil) {
        state = Mutex(State())
        (self.generator, self.identifierGenerator) = (generator, identifierGenerator)
    }

    /// One theme for each case of an enum, made when it is first asked for.
    public init(_ ids: ID.Type, theme: @escaping @Sendable (ID) throws -> Skin) where ID: CaseIterable {
        state = Mutex(State(ids: Array(ids.allCases)))
        generator = theme
        identifierGenerator = nil
    }

    // MARK: Themes

    /// In the order in which they came.
    public var ids: [ID] { state.withLock(\.ids) }

    /// Those that were added or have been made, in the order of ``ids``.
    public var themes: [Skin] { state.withLock { state in state.ids.compactMap { state.themes[$0] } } }

    /// Adds a theme.
    ///
    /// - Throws: ``ManagerError/idTaken(id:)``; ``ManagerError/themeTaken(id:)``.
    public func add(_ id: ID, _ theme: Skin) throws(ManagerError) {
        try state.withLock { state throws(ManagerError) in
            if state.ids.contains(id) { throw .idTaken(id: id.text) }
            try state.add(id, theme)
        }
    }

    /// Removes the theme of an id.
    ///
    /// - Throws: ``ManagerError/unknownTheme(id:known:)``.
    public func remove(_ id: ID) throws(ManagerError) {
        // The theme dies outside the lock: its `deinit` may come back here.
        _ = try state.withLock { state throws(ManagerError) -> Skin? in
            guard let place = state.ids.firstIndex(of: id) else {
                throw .unknownTheme(id: id.text, known: state.ids.map(\.text))
            }
            state.ids.remove(at: place)
            return state.themes.removeValue(forKey: id)
        }
    }

    /// Removes a theme by itself.
    ///
    /// - Returns: the id that it had; `nil` if it was not there.
    @discardableResult
    public func remove(theme: Skin) -> ID? {
        state.withLock { state in
            guard let id = state.id(of: theme) else { return nil }
            state.ids.removeAll { $0 == id }
            state.themes[id] = nil
            return id
        }
    }

    // MARK: Looking up

    /// The theme of an id; the generator is asked if there is none yet.
    ///
    /// - Returns: `nil` if neither has it.
    /// - Throws: what the generator throws; ``ManagerError/themeTaken(id:)`` if it returns a theme that has another id;
    ///   ``CircularTheme`` if it asks, directly or through others, for the theme that it is about to make.
    public func theme(_ id: ID) throws -> Skin? {
        if let known = state.withLock({ $0.themes[id] }) { return known }
        guard let generator else { return nil }
        return try making.value(for: id) {
            // Somebody else may have been done in between.
            if let known = state.withLock({ $0.themes[id] }) { return known }
            guard let theme = try generator(id) else { return nil }
            try state.withLock { state in try state.add(id, theme) }
            return theme
        }
    }

    /// The id of a theme; the generator of ids is asked if there is none yet, and the theme then belongs to the table.
    ///
    /// - Throws: what the generator throws; ``ManagerError/idTaken(id:)`` if it returns the id of another theme.
    public func id(of theme: Skin) throws -> ID? {
        if let known = state.withLock({ $0.id(of: theme) }) { return known }
        guard let id = try identifierGenerator?(theme) else { return nil }
        return try state.withLock { state in
            // Another thread may have added it meanwhile.
            if state.id(of: theme) == id { return id }
            if state.themes[id] != nil { throw ManagerError.idTaken(id: id.text) }
            try state.add(id, theme)
            return id
        }
    }
}
