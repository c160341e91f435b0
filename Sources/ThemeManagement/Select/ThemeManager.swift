public import Observation
// Clients of this module also use themes, settings and images.
@_exported public import ThemeRuntime

/// Chooses the theme in force, and updates everything that is bound to it.
///
/// ```swift
/// let manager = try ThemeManager(library)  // over packs; or over a ThemeTable of your own themes
/// try manager.restore(from: FileStore("choice.txt"))  // the last choice; later ones are saved there
/// try manager.bind(label, \.color, to: .color("Color.title"))  // now, and at every change
/// try manager.select("year")
/// ```
///
/// **Threads.** Any thread can read the theme in force without waiting. Selecting and binding happen on the main
/// actor, so all observers see the same order of changes.
///
/// **All or nothing.** A selection makes and checks the theme, reads every bound value from it, and saves the choice.
/// If any of this throws, the theme in force and the saved choice stay. Nothing that follows can fail.
///
/// **Order.** Observers of ``ThemeMoment/willChange``; the swap; observers of ``ThemeMoment/didChange``; sequences
/// and `Observation`; bindings; observers of ``ThemeMoment/applied``; callbacks of targets. A selection from within
/// one of these, or from a bound setter, takes effect after the current change. If there are several, the last one
/// counts. Code that reads a value or saves the choice must not select.
///
/// **Two managers** may bind one property. Each sets it when its own theme changes; the last one wins.
public final class ThemeManager<Catalog: ThemeCatalog>: Sendable {
    /// The type of theme ids.
    public typealias ID = Catalog.ID
    /// The type of themes.
    public typealias Skin = Catalog.Skin
    /// A theme with its id.
    public typealias Selection = ThemeSelection<ID, Skin>
    /// One selection in place of another.
    public typealias Change = ThemeChange<ID, Skin>

    /// A function that applies changed values, for example within an animation. It calls the closure to apply them.
    public typealias Hook = @MainActor (Change, () -> Void) -> Void

    /// The number of consecutive selections that observers can make in callbacks.
    private static var roundsMax: Int { 100 }

    /// A selection that is not yet in force, with the bound values that it changes.
    struct Coming {
        let selection: Selection
        var staged: [StagedValue]
    }

    /// The source of themes. The manager notices a change in it at the next selection or ``refresh()``.
    public let catalog: Catalog
    /// The id of the theme that is in force at first, and in place of a theme that was removed.
    public let defaultID: ID

    let published: Published<Selection>
    private let registrar = ObservationRegistrar()
    /// Stored, because making the key path of a generic type is slow.
    private let currentPath: any KeyPath<ThemeManager, Selection> & Sendable = \ThemeManager.current
    let observers: Observers<ID, Skin>
    let bindings: Bindings<Skin, Selection>

    @MainActor var store: (any ThemeStore)?
    /// The theme from which a new binding reads its value.
    @MainActor var reading: Selection?
    /// The selection that is being read and saved, which can still fail.
    @MainActor var preparing: Coming?
    /// The selection that observers of ``ThemeMoment/willChange`` are being notified of.
    @MainActor var underWay: Coming?
    /// The selection that follows the current change.
    @MainActor var pending: Coming?
    @MainActor private var isChanging = false
    @MainActor private var rounds = 0

    /// The id that was selected last with `saving`. It differs from ``id`` while a season or the system's style sets
    /// the theme.
    @MainActor public internal(set) var chosenID: ID

    /// The function that applies changed values. If it does not call the closure, the manager calls it afterwards.
    @MainActor public var hook: Hook?

    /// Creates a manager with the default theme in force.
    ///
    /// - Throws: ``ManagerError/unknownTheme(id:known:)``, ``ManagerError/unusableTheme(id:reason:)``.
    public convenience init(_ catalog: Catalog, default id: ID) throws(ManagerError) {
        self.init(catalog, default: try Self.selection(id, in: catalog))
    }

    /// - Parameter selection: checked.
    init(_ catalog: Catalog, default selection: Selection) {
        self.catalog = catalog
        (defaultID, chosenID) = (selection.id, selection.id)
        published = Published(selection)
        observers = Observers(selection)
        bindings = Bindings(selection)
    }

    // MARK: In force

    /// The id and theme in force. Any thread may ask; this does not wait.
    public var current: Selection {
        registrar.access(self, keyPath: currentPath)
        return published.value
    }

    /// The id of the theme in force.
    public var id: ID { current.id }
    /// The theme in force.
    public var theme: Skin { current.theme }

    /// The value in the theme in force; `nil` if the theme does not set it.
    ///
    /// - Throws: the errors of reading it.
    public func value<Value>(_ value: ThemeValue<Skin, Value>) throws -> Value? { try value.read(theme) }

    // MARK: Selecting

    /// Selects a theme. If it is already in force, no observer is notified.
    ///
    /// - Parameters:
    ///   - id: of a theme that the catalog has or can make.
    ///   - saving: whether to save the choice in the store and in ``chosenID``.
    /// - Throws: ``ManagerError``. Then the theme in force and the saved choice have not changed.
    @MainActor
    public func select(_ id: ID, saving: Bool = true) throws(ManagerError) {
        try put(try Self.selection(id, in: catalog), isUnsureSame: true) { () throws(ManagerError) in
            guard saving else { return true }
            do { try store?.save(id.text) } catch { throw .notSaved(id: id.text, reason: error) }
            chosenID = id
            return true
        }
    }

    /// Selects a theme of the catalog.
    ///
    /// - Throws: ``ManagerError/unknownTheme(id:known:)`` if the catalog has no id for it; otherwise as
    ///   ``select(_:saving:)``.
    @MainActor
    public func select(theme: Skin, saving: Bool = true) throws(ManagerError) {
        let found: ID?
        do { found = try catalog.id(of: theme) } catch {
            throw .unusableTheme(id: String(describing: Skin.self), reason: error)
        }
        guard let found else {
            throw .unknownTheme(id: String(describing: theme), known: catalog.ids.map(\.text))
        }
        try select(found, saving: saving)
    }

    /// Looks up the theme in force again, after the catalog has changed. A new theme of the same id replaces it; if
    /// there is none, the default theme does. Saves nothing.
    ///
    /// - Throws: ``ManagerError``. Then the old theme stays.
    @MainActor
    public func refresh() throws(ManagerError) {
        let id = ((pending ?? underWay)?.selection ?? published.value).id
        do throws(ManagerError) {
            try put(try Self.selection(id, in: catalog), isUnsureSame: false) { true }
        } catch {
            guard case .unknownTheme = error, id != defaultID else { throw error }
            try select(defaultID, saving: false)
        }
    }

    /// Puts a theme in force once everything that can fail has succeeded.
    ///
    /// - Parameters:
    ///   - isUnsureSame: whether themes of one id that cannot be compared count as the same.
    ///   - last: the last step that can fail. If it returns `false`, the theme in force stays.
    /// - Returns: the result of `last`.
    @MainActor
    @discardableResult
    func put(
        _ next: Selection, isUnsureSame: Bool, last: () throws(ManagerError) -> Bool
    ) throws(ManagerError) -> Bool {
        if isChanging, rounds >= Self.roundsMax { throw .tooManySelections(id: next.id.text, rounds: rounds) }
        if let asked = preparing?.selection ?? reading {
            throw .nestedSelection(id: next.id.text, other: asked.id.text)
        }
        func isSame(_ other: Selection) -> Bool {
            other.id == next.id && areSame(other.theme, next.theme) ?? isUnsureSame
        }
        // Within a callback, this selection follows the current change, and replaces another pending one.
        let base = underWay?.selection ?? published.value
        let isPending = pending.map { isSame($0.selection) } ?? false
        let isNew = !isPending && !isSame(base)
        preparing = Coming(selection: next, staged: [])
        defer { preparing = nil }
        if isNew {
            let staged = try stage(from: base, to: next)
            preparing?.staged += staged
        }
        guard try last() else { return false }
        if !isPending { pending = isNew ? preparing : nil }
        preparing = nil
        changeAll()
        return true
    }

    /// Puts in force the theme that the catalog will have under the current id.
    ///
    /// - Parameters:
    ///   - theme: `nil` if the catalog will have none; then the theme in force stays.
    ///   - publish: changes the catalog; `false` if it could not.
    @MainActor
    func adopt(_ theme: (ID) -> Skin?, publish: () -> Bool) throws(ManagerError) -> Bool {
        let last = (pending ?? underWay)?.selection ?? published.value
        return try put(Selection(last.id, theme(last.id) ?? last.theme), isUnsureSame: false) { publish() }
    }

    static func selection(_ id: ID, in catalog: Catalog) throws(ManagerError) -> Selection {
        let found: Skin?
        do {
            found = try catalog.theme(id)
            if let found { try catalog.check(found) }
        } catch {
            throw .unusableTheme(id: id.text, reason: error)
        }
        guard let found else { throw .unknownTheme(id: id.text, known: catalog.ids.map(\.text)) }
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

    // MARK: Changing

    /// Calls setters, getters and closures of targets. Selections that they make take effect afterwards.
    @MainActor
    func callTargets(_ calls: () -> Void) {
        guard !isChanging else { return calls() }
        isChanging = true
        calls()
        isChanging = false
        changeAll()
    }

    /// Puts pending selections in force, unless a caller of this does so.
    @MainActor
    private func changeAll() {
        guard !isChanging, pending != nil else { return }
        isChanging = true
        defer { (isChanging, rounds) = (false, 0) }
        while let next = pending {
            rounds += 1
            (pending, underWay) = (nil, next)
            change(from: published.value, to: next.selection)
        }
    }

    @MainActor
    private func change(from old: Selection, to new: Selection) {
        let change = Change(from: old, to: new)
        observers.notify(.willChange, change)
        registrar.willSet(self, keyPath: currentPath)
        // Read now, as observers may have bound more values.
        let staged = underWay?.staged ?? []
        published.replace { _ in new }
        for value in staged { value.commit() }
        underWay = nil
        registrar.didSet(self, keyPath: currentPath)
        observers.notify(.didChange, change)
        observers.send(new)
        bindings.apply(staged) { apply in
            if let hook { hook(change, apply) } else { apply() }
        }
        observers.notify(.applied, change)
        bindings.call(new)
    }
}

extension ThemeManager: Observable {}
