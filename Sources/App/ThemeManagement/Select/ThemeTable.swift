import ThemeSystem

/// Themes of your own by their ids: objects, values, or any type behind a protocol.
///
/// ```swift
/// let table = ThemeTable(Look.self) { look in look.theme }  // an enum as the factory, as in CEThemeSwitcher
/// let manager = try ThemeSourceManager(table, default: .red)
/// try manager.bind(label, \.text, to: ThemeValue(\.title))
/// ```
///
/// Ids are unique, and so are themes: `Equatable` ones by `==`, other objects by identity. A removed theme stays in
/// force until another is selected or the manager is refreshed.
public final class ThemeTable<ID: ThemeIdentifier, ThemeType: Sendable>: ThemeSource {
    /// Makes the theme of an id on first use; `nil` if there is none.
    public typealias Generator = @Sendable (ID) throws -> ThemeType?
    /// Makes the id of a theme that was not added, when it is first selected. `nil` rejects the theme.
    public typealias IdentifierGenerator = @Sendable (ThemeType) throws -> ID?

    private struct State {
        var ids: [ID] = []
        var themes: [ID: ThemeType] = [:]

        func id(of theme: ThemeType) -> ID? {
            ids.first { id in themes[id].flatMap { areSame($0, theme) } == true }
        }

        mutating func add(_ id: ID, _ theme: ThemeType) throws(ManagerError) {
            if let known = self.id(of: theme) { throw .themeTaken(id: known.text) }
            themes[id] = theme
            if !ids.contains(id) { ids.append(id) }
        }
    }

    private let state: Lock<State>
    private let generator: Generator?
    private let identifierGenerator: IdentifierGenerator?
    private let making = OncePerKey<ID, ThemeType?>()

    /// Creates an empty table. The generator is called once for each id, also by concurrent calls. It is called again
    /// if it threw or returned `nil`, or if its theme was removed. It may ask the table for other themes.
    public init(generator: Generator? = nil, identifierGenerator: IdentifierGenerator? = nil) {
        state = Lock(State())
        self.generator = generator
        self.identifierGenerator = identifierGenerator
    }

    /// Creates a table with a theme for each case of an enum, made on first use.
    public init(_ ids: ID.Type, theme: @escaping @Sendable (ID) throws -> ThemeType) where ID: CaseIterable {
        state = Lock(State(ids: Array(ids.allCases)))
        generator = theme
        identifierGenerator = nil
    }

    public var ids: [ID] { state.withLock(\.ids) }

    /// The themes that were added or made, in the order of ``ids``.
    public var themes: [ThemeType] { state.withLock { state in state.ids.compactMap { state.themes[$0] } } }

    /// Adds a theme. Throws if the table has the id or the theme.
    public func add(_ id: ID, _ theme: ThemeType) throws(ManagerError) {
        try state.withLock { state throws(ManagerError) in
            if state.ids.contains(id) { throw .idTaken(id: id.text) }
            try state.add(id, theme)
        }
    }

    /// Removes the theme of an id. Throws if the table does not have the id.
    public func remove(_ id: ID) throws(ManagerError) {
        // Releases the theme outside the lock, as its `deinit` may call this table.
        _ = try state.withLock { state throws(ManagerError) -> ThemeType? in
            guard let index = state.ids.firstIndex(of: id) else {
                throw .unknownTheme(id: id.text, known: state.ids.map(\.text))
            }
            state.ids.remove(at: index)
            return state.themes.removeValue(forKey: id)
        }
    }

    /// Removes a theme, and returns its id; `nil` if the table does not have it.
    @discardableResult
    public func remove(theme: ThemeType) -> ID? {
        // The table's theme may be another object that is equal. Its `deinit` may call this table, too.
        let removed = state.withLock { state -> (id: ID, theme: ThemeType?)? in
            guard let id = state.id(of: theme) else { return nil }
            state.ids.removeAll { $0 == id }
            return (id, state.themes.removeValue(forKey: id))
        }
        return removed?.id
    }

    /// The theme of an id. If the table does not have it, the generator makes it; `nil` if there is no such theme.
    /// - Throws: the errors of the generator; ``ManagerError/themeTaken(id:)`` if it returns a theme that has another
    ///   id; ``ManagerError/generatorCycle(id:)`` if it requests the theme that it makes, directly or through others.
    public func theme(_ id: ID) throws -> ThemeType? {
        if let known = state.withLock({ $0.themes[id] }) { return known }
        guard let generator else { return nil }
        return try making.value(for: id) {
            // Another thread may have made it in between.
            if let known = state.withLock({ $0.themes[id] }) { return known }
            guard let theme = try generator(id) else { return nil }
            return try state.withLock { state in
                // A theme that was added while the generator ran stays.
                if let known = state.themes[id] { return known }
                try state.add(id, theme)
                return theme
            }
        }
    }

    /// The id of a theme. If the table does not have the theme, this adds it under the id that the id generator makes.
    /// - Throws: the errors of the generator; ``ManagerError/idTaken(id:)`` if it returns the id of another theme.
    public func id(of theme: ThemeType) throws -> ID? {
        if let known = state.withLock({ $0.id(of: theme) }) { return known }
        guard let id = try identifierGenerator?(theme) else { return nil }
        return try state.withLock { state in
            if let known = state.id(of: theme) { return known }
            if state.themes[id] != nil { throw ManagerError.idTaken(id: id.text) }
            try state.add(id, theme)
            return id
        }
    }
}
