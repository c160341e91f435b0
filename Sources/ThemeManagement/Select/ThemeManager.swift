public import Observation
// Clients of this module also use themes, settings and images.
@_exported public import ThemeRuntime

// See docs/decisions/30-selecting.md.
/// Chooses the theme in force, and updates everything that is bound to it.
///
/// Any thread can read the theme in force without waiting. Selecting and binding happen on the main actor. A selection
/// succeeds as a whole or changes nothing. <doc:ThemeManagement> describes the order of a change.
public final class ThemeManager<Source: ThemeSource>: Sendable {
    /// The type of theme ids.
    public typealias ID = Source.ID
    /// The type of themes.
    public typealias ThemeType = Source.ThemeType
    /// A theme with its id.
    public typealias Selection = ThemeSelection<ID, ThemeType>
    /// The change from one selection to another.
    public typealias Change = ThemeChange<ID, ThemeType>

    /// A function that applies changed values, for example within an animation. It calls the closure to apply them.
    public typealias Hook = @MainActor (Change, @escaping () -> Void) -> Void

    /// The source of themes. A change in it takes effect at the next selection or ``refresh()``.
    public let source: Source
    /// The id of the theme that is in force at first, and that replaces a removed theme.
    public let defaultID: ID

    let inForce: ThemeInForce<ID, ThemeType>
    private let registrar = ObservationRegistrar()

    #if DEBUG
        let requests = RequestedNames()
    #endif

    @MainActor private var store: (any ThemeStore)?
    @MainActor private var storedChosenID: ID
    /// The id that was last selected with `saving` or restored; at first ``defaultID``. It differs from ``id`` while a
    /// season or the system's style sets the theme.
    @MainActor public internal(set) var chosenID: ID {
        get {
            registrar.access(self, keyPath: \.chosenID)
            return storedChosenID
        }
        set {
            guard newValue != storedChosenID else { return }
            registrar.withMutation(of: self, keyPath: \.chosenID) { storedChosenID = newValue }
        }
    }

    /// Applies changed values. If it does not call its closure, the manager does so afterwards.
    @MainActor public var hook: Hook? {
        get { inForce.hook }
        set { inForce.hook = newValue }
    }

    /// Creates a manager with the default theme in force. Throws if the source has no such theme, or it is unusable.
    public convenience init(_ source: Source, default id: ID) throws(ManagerError) {
        self.init(source, default: try Self.selection(id, in: source))
    }

    init(_ source: Source, default selection: Selection) {
        self.source = source
        defaultID = selection.id
        storedChosenID = selection.id
        inForce = ThemeInForce(selection)
    }

    /// The id and theme in force. Any thread may ask; this does not wait.
    public var current: Selection { inForce.current }

    /// The id of the theme in force.
    public var id: ID { current.id }
    /// The theme in force.
    public var theme: ThemeType { current.theme }

    /// The value in the theme in force; `nil` if the theme does not set it. Throws the errors of reading it.
    public func value<Value>(_ value: ThemeValue<ThemeType, Value>) throws -> Value? {
        recordRequest(value.key)
        return try value.read(theme)
    }

    /// The value in the theme in force, for code that cannot throw, such as a view's `body`.
    public func value<Value>(
        _ value: ThemeValue<ThemeType, Value>, default defaultValue: @autoclosure () -> Value
    ) -> Value {
        (try? self.value(value)) ?? defaultValue()
    }

    func recordRequest(_ key: ValueKey) {
        #if DEBUG
            requests.record(key)
        #endif
    }

    /// Selects a theme, and saves the choice in the store and in ``chosenID`` if `saving` is set. If the theme is
    /// already in force, no observer is notified. If this throws, nothing has changed.
    @MainActor
    public func select(_ id: ID, saving: Bool = true) throws(ManagerError) {
        try inForce.put(try Self.selection(id, in: source), countsIncomparableAsSame: true) { () throws(ManagerError) in
            guard saving else { return true }
            do { try store?.save(id.text) } catch { throw .notSaved(id: id.text, reason: error) }
            chosenID = id
            return true
        }
    }

    /// Asks the source for the theme's id, and selects it as ``select(_:saving:)`` does.
    @MainActor
    public func select(theme: ThemeType, saving: Bool = true) throws(ManagerError) {
        let found: ID?
        do { found = try source.id(of: theme) } catch {
            throw .unusableTheme(id: String(describing: ThemeType.self), reason: error)
        }
        guard let found else {
            throw .unknownTheme(id: String(describing: theme), known: source.ids.map(\.text))
        }
        try select(found, saving: saving)
    }

    /// Looks up the theme in force again, after the source has changed. A new theme of the same id replaces it; if
    /// there is none, the default theme does. Saves nothing. If it throws, the old theme stays.
    @MainActor
    public func refresh() throws(ManagerError) {
        let id = inForce.latest.id
        do throws(ManagerError) {
            try inForce.put(try Self.selection(id, in: source), countsIncomparableAsSame: false) { true }
        } catch {
            guard case .unknownTheme = error, id != defaultID else { throw error }
            try select(defaultID, saving: false)
        }
    }

    /// Selects the choice saved in a store, and saves later choices there.
    ///
    /// If the saved theme does not exist, the theme in force stays. The saved choice stays too: its theme may return.
    /// - Returns: whether a saved choice was selected.
    /// - Throws: ``ManagerError`` if the store cannot be read or the theme is unusable. Then the theme in force stays;
    ///   later choices are still saved in this store.
    @MainActor
    @discardableResult
    public func restore(from store: any ThemeStore) throws(ManagerError) -> Bool {
        self.store = store
        let text: String?
        do { text = try store.load() } catch { throw .notRestored(reason: error) }
        guard let id = text.flatMap(ID.init(text:)) else { return false }
        do throws(ManagerError) {
            try inForce.put(try Self.selection(id, in: source), countsIncomparableAsSame: true) {
                chosenID = id
                return true
            }
        } catch {
            guard case .unknownTheme = error else { throw error }
            return false
        }
        return true
    }

    /// Calls back at each change: `observation = manager.observe { change in print(change.old.id, change.new.id) }`.
    ///
    /// The callback stays registered as long as the result lives. It may select, bind and unbind. `observe` can be
    /// called on any thread.
    public func observe(
        _ phase: ChangePhase = .applied, _ callback: @escaping @MainActor @Sendable (Change) -> Void
    ) -> ThemeObservation {
        let number = inForce.observers.add(phase, callback)
        return ThemeObservation { [weak observers = inForce.observers] in observers?.remove(number) }
    }

    /// Calls back at each change while an object lives, after all bound values are applied. Another call for the object
    /// replaces the callback. A hidden object gets all missed changes as one when it is shown.
    @MainActor
    public func observe<Target: AnyObject>(
        _ target: Target, _ callback: @escaping @MainActor (Target, Change) -> Void
    ) {
        inForce.callTargets { inForce.bindings.observe(target) { callback($0, Change(from: $1, to: $2)) } }
    }

    /// The changes from now on: `for await change in manager.changes { ... }`.
    public var changes: ThemeChanges<ID, ThemeType> {
        ThemeChanges(start: inForce.observers.latest) { [weak observers = inForce.observers] in
            observers?.stream() ?? AsyncStream { $0.finish() }
        }
    }

    static func selection(_ id: ID, in source: Source) throws(ManagerError) -> Selection {
        let found: ThemeType?
        do {
            found = try source.theme(id)
            if let found { try source.check(found) }
        } catch {
            throw .unusableTheme(id: id.text, reason: error)
        }
        guard let found else { throw .unknownTheme(id: id.text, known: source.ids.map(\.text)) }
        return Selection(id, found)
    }
}

extension ThemeManager: Observable {}
