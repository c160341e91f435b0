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

    /// The most consecutive changes that callbacks can cause.
    private static var roundsMax: Int { 100 }

    /// A selection that is not yet in force.
    struct Upcoming {
        let selection: Selection
        var staged: [StagedValue]
    }

    /// The source of themes. A change in it takes effect at the next selection or ``refresh()``.
    public let source: Source
    /// The id of the theme that is in force at first, and that replaces a removed theme.
    public let defaultID: ID

    let published: Published<Selection>
    private let registrar = ObservationRegistrar()
    /// Stored, because creating a key path of a generic type is slow.
    private let currentPath: any KeyPath<ThemeManager, Selection> & Sendable = \ThemeManager.current
    let observers: Observers<ID, ThemeType>
    let bindings: Bindings<ThemeType, Selection>

    #if DEBUG
        let requests = RequestedNames()
    #endif

    @MainActor var store: (any ThemeStore)?
    /// The theme from which a new binding reads its value.
    @MainActor var reading: Selection?
    // A selection passes through these three in order, and then to `published`.
    /// The selection that can still fail.
    @MainActor var preparing: Upcoming?
    /// The selection that follows the current change.
    @MainActor var pending: Upcoming?
    /// The selection that is being announced to observers of ``ChangePhase/willChange``.
    @MainActor var announced: Upcoming?
    @MainActor private var isChanging = false
    @MainActor private var rounds = 0

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
    @MainActor public var hook: Hook?

    /// Creates a manager with the default theme in force. Throws if the source has no such theme, or it is unusable.
    public convenience init(_ source: Source, default id: ID) throws(ManagerError) {
        self.init(source, default: try Self.selection(id, in: source))
    }

    init(_ source: Source, default selection: Selection) {
        self.source = source
        defaultID = selection.id
        storedChosenID = selection.id
        published = Published(selection)
        observers = Observers(selection)
        bindings = Bindings(selection)
    }

    /// The id and theme in force. Any thread may ask; this does not wait.
    public var current: Selection {
        registrar.access(self, keyPath: currentPath)
        return published.value
    }

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
        try putInForce(try Self.selection(id, in: source), countsIncomparableAsSame: true) { () throws(ManagerError) in
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
        let id = latest.id
        do throws(ManagerError) {
            try putInForce(try Self.selection(id, in: source), countsIncomparableAsSame: false) { true }
        } catch {
            guard case .unknownTheme = error, id != defaultID else { throw error }
            try select(defaultID, saving: false)
        }
    }

    /// Puts a theme in force once everything that can fail has succeeded.
    /// - Parameters:
    ///   - countsIncomparableAsSame: whether two themes of one id count as the same if they cannot be compared.
    ///   - finalStep: the last step that can fail. If it returns `false`, the theme in force stays.
    @MainActor
    @discardableResult
    func putInForce(
        _ next: Selection, countsIncomparableAsSame: Bool, finalStep: () throws(ManagerError) -> Bool
    ) throws(ManagerError) -> Bool {
        if isChanging, rounds >= Self.roundsMax { throw .tooManySelections(id: next.id.text, rounds: rounds) }
        if let asked = preparing?.selection ?? reading {
            throw .nestedSelection(id: next.id.text, other: asked.id.text)
        }
        func isSame(_ other: Selection) -> Bool {
            other.id == next.id && areSame(other.theme, next.theme) ?? countsIncomparableAsSame
        }
        // Within a callback, this selection follows the current change, and replaces another pending one.
        let base = announced?.selection ?? published.value
        let isPending = pending.map { isSame($0.selection) } ?? false
        let isNew = !isPending && !isSame(base)
        preparing = Upcoming(selection: next, staged: [])
        defer { preparing = nil }
        if isNew {
            let staged = try stage(from: base, to: next)
            preparing?.staged += staged
        }
        guard try finalStep() else { return false }
        if !isPending { pending = isNew ? preparing : nil }
        preparing = nil
        changeAll()
        return true
    }

    /// The selection that will be in force after the current change.
    @MainActor var latest: Selection { (pending ?? announced)?.selection ?? published.value }

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

    @MainActor
    private func stage(from old: Selection, to next: Selection) throws(ManagerError) -> [StagedValue] {
        do {
            return try bindings.values.stage(from: old.theme, to: next.theme)
        } catch {
            throw .unusableTheme(id: next.id.text, reason: error)
        }
    }

    /// Runs `calls`, which call client code of targets. Selections that this code makes take effect afterwards.
    @MainActor
    func callTargets(_ calls: () -> Void) {
        guard !isChanging else { return calls() }
        isChanging = true
        calls()
        isChanging = false
        changeAll()
    }

    /// Puts pending selections in force, unless an outer call already does so.
    @MainActor
    private func changeAll() {
        guard !isChanging, pending != nil else { return }
        isChanging = true
        defer { (isChanging, rounds) = (false, 0) }
        while let next = pending {
            rounds += 1
            pending = nil
            announced = next
            change(from: published.value, to: next.selection)
        }
    }

    @MainActor
    private func change(from old: Selection, to new: Selection) {
        let change = Change(from: old, to: new)
        observers.notify(.willChange, change)
        registrar.willSet(self, keyPath: currentPath)
        // Read after the callbacks, because they may have bound more values.
        let staged = announced?.staged ?? []
        published.replace { _ in new }
        for value in staged { value.commit() }
        announced = nil
        registrar.didSet(self, keyPath: currentPath)
        observers.notify(.didChange, change)
        observers.send(new)
        bindings.apply(staged) { apply in
            if let hook { hook(change, apply) } else { apply() }
        }
        observers.notify(.applied, change)
        bindings.callCallbacks(new)
    }
}

extension ThemeManager: Observable {}
