public import Observation
import Synchronization

/// Says which theme is in force, and sees to it that everything that shows it follows.
///
/// ```swift
/// let manager = try ThemeManager(library)  // over packs; or over a ThemeTable of your own themes
/// try manager.restore(from: FileStore("choice.txt"))  // the last choice; later ones are saved there
/// try manager.bind(label, \.colour, to: .colour("Color.title"))  // now, and at every change
/// try manager.select(ThemeID("year"))
/// ```
///
/// **Where.** What is in force can be read from any thread, without waiting. Selecting and binding belong to the main actor:
/// from elsewhere it is `try await manager.select(id)`. Since all selections pass there, one after the other, every observer
/// sees the same order, and the last one wins.
///
/// **All or nothing.** A selection first makes and checks the theme, reads every bound value from it, and saves the choice. Only
/// when all of that is done it goes on, and nothing can fail any more. If anything throws, the store included, neither the
/// theme nor the saved choice has changed.
///
/// **Order.** Observers of ``ThemeMoment/willChange``; the theme is swapped; observers of ``ThemeMoment/didChange``, then
/// sequences and `Observation`; bindings; observers of ``ThemeMoment/applied``; callbacks of targets. A selection from within any
/// of these, or from a setter that binding calls, takes effect when this is over, so that all see the one change before the
/// other. Of several, the last one counts. What reads a value, and the store while it saves, may not select.
///
/// **Two managers** may be bound to one property: each sets it when its own theme changes, and the last to do so wins.
public final class ThemeManager<Catalogue: ThemeCatalogue>: Sendable {
    /// What themes are selected by.
    public typealias ID = Catalogue.ID
    /// What a theme is.
    public typealias Skin = Catalogue.Skin
    /// A theme with its id.
    public typealias Selection = ThemeSelection<ID, Skin>
    /// One selection in the place of another.
    public typealias Change = ThemeChange<ID, Skin>

    /// What a theme's values are applied in: an animation, a transaction that lays out once. It is to call the closure.
    public typealias Hook = @MainActor (Change, () -> Void) -> Void

    /// How many selections in a row observers may make from within callbacks, before they are told that they disagree.
    public static var roundsMax: Int { 100 }

    /// A selection that is sure to come, with the values that it brings.
    struct Coming {
        let selection: Selection
        var staged: [StagedValue]
    }

    /// Where themes come from. A change there is seen at the next selection, or by ``refresh()``.
    public let catalogue: Catalogue
    /// What is in force when nothing was selected, and in place of a theme that is gone.
    public let defaultID: ID

    let published: Published<Selection>
    private let registrar = ObservationRegistrar()
    /// Made once: making the key path of a generic type takes long.
    private let currentPath: any KeyPath<ThemeManager, Selection> & Sendable = \ThemeManager.current
    let observers = Observers<ID, Skin>()
    let bindings: Bindings<ID, Skin>

    @MainActor var store: (any ThemeStore)?
    /// The theme in force, while values are read from it that are bound for the first time.
    @MainActor var reading: Selection?
    /// While it is read and saved: what can fail.
    @MainActor var preparing: Coming?
    /// From the first observer of ``ThemeMoment/willChange`` on until it is in force.
    @MainActor var underWay: Coming?
    /// Selected from within a callback.
    @MainActor var pending: Coming?
    @MainActor private var isChanging = false
    @MainActor private var rounds = 0

    /// The id that was selected last to be kept: the caller's choice. While a season or the system's style picks a theme, ``id`` is
    /// another.
    @MainActor public internal(set) var chosenID: ID

    /// Wraps the applying of changed values to what is bound. If it does not call the closure, they are applied after it.
    @MainActor public var hook: Hook?

    /// A manager with the default theme in force.
    ///
    /// - Throws: ``ManagerError/unknownTheme(id:known:)``, ``ManagerError/unusableTheme(id:reason:)``.
    public convenience init(_ catalogue: Catalogue, default id: ID) throws(ManagerError) {
        self.init(catalogue, default: try Self.selection(id, in: catalogue))
    }

    /// - Parameter selection: checked.
    init(_ catalogue: Catalogue, default selection: Selection) {
        self.catalogue = catalogue
        (defaultID, chosenID) = (selection.id, selection.id)
        published = Published(selection)
        bindings = Bindings(selection)
    }

    // MARK: In force

    /// Id and theme in force, which belong together. From any thread; waits for nobody.
    public var current: Selection {
        registrar.access(self, keyPath: currentPath)
        return published.value
    }

    /// The id of the theme in force.
    public var id: ID { current.id }
    /// The theme in force.
    public var theme: Skin { current.theme }

    /// A value in the theme in force; `nil` if it does not set it.
    ///
    /// - Throws: what reading throws.
    public func value<Value>(_ value: ThemeValue<Skin, Value>) throws -> Value? { try value.read(theme) }

    // MARK: Selecting

    /// Puts a theme in force. What is in force already tells nobody.
    ///
    /// - Parameters:
    ///   - id: of a theme that the catalogue has, or can make.
    ///   - saving: whether it is the caller's choice, to be saved in the store and kept as ``chosenID``.
    /// - Throws: ``ManagerError``. Then theme and saved choice are what they were.
    @MainActor
    public func select(_ id: ID, saving: Bool = true) throws(ManagerError) {
        try put(try Self.selection(id, in: catalogue), isUnsureSame: true) { () throws(ManagerError) in
            guard saving else { return true }
            do { try store?.save(id.text) } catch { throw .notSaved(id: id.text, reason: error) }
            chosenID = id
            return true
        }
    }

    /// Puts a theme in force by itself: one of the catalogue, or one for which the catalogue has an id made.
    ///
    /// - Throws: ``ManagerError/unknownTheme(id:known:)`` if the catalogue does not take it, and as ``select(_:saving:)``.
    @MainActor
    public func select(theme: Skin, saving: Bool = true) throws(ManagerError) {
        let found: ID?
        do { found = try catalogue.id(of: theme) } catch {
            throw .unusableTheme(id: String(describing: Skin.self), reason: error)
        }
        guard let found else {
            throw .unknownTheme(id: String(describing: theme), known: catalogue.ids.map(\.text))
        }
        try select(found, saving: saving)
    }

    /// Looks the theme in force up again, after its catalogue has changed: if there is another under its id, that takes its place;
    /// if there is none, the default theme does. Saves nothing.
    ///
    /// - Throws: ``ManagerError``. Then the old theme stays.
    @MainActor
    public func refresh() throws(ManagerError) {
        let id = ((pending ?? underWay)?.selection ?? published.value).id
        do throws(ManagerError) {
            try put(try Self.selection(id, in: catalogue), isUnsureSame: false) { true }
        } catch {
            guard case .unknownTheme = error, id != defaultID else { throw error }
            try select(defaultID, saving: false)
        }
    }

    /// Puts a theme in force, in the place of what is in force then, when everything that may fail has been done.
    ///
    /// - Parameters:
    ///   - isUnsureSame: what to take themes for that have one id and cannot be compared.
    ///   - last: the last thing that may fail. If it returns `false`, nothing is put in force.
    /// - Returns: what `last` returns.
    @MainActor
    @discardableResult
    func put(
        _ next: Selection, isUnsureSame: Bool, last: () throws(ManagerError) -> Bool
    ) throws(ManagerError) -> Bool {
        if isChanging, rounds >= Self.roundsMax { throw .restlessObservers(id: next.id.text, rounds: rounds) }
        if let asked = preparing?.selection ?? reading {
            throw .selectedWithin(id: next.id.text, other: asked.id.text)
        }
        func isSame(_ other: Selection) -> Bool {
            other.id == next.id && areSame(other.theme, next.theme) ?? isUnsureSame
        }
        // Within a callback, this comes after the change that is under way, and in the place of another that was to follow.
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

    /// Puts in force what a catalogue is about to have under the id in force.
    ///
    /// - Parameters:
    ///   - theme: `nil` if it will have none: then what is in force stays.
    ///   - publish: makes the catalogue have it; `false` if it could not.
    @MainActor
    func adopt(_ theme: (ID) -> Skin?, publish: () -> Bool) throws(ManagerError) -> Bool {
        let last = (pending ?? underWay)?.selection ?? published.value
        return try put(Selection(last.id, theme(last.id) ?? last.theme), isUnsureSame: false) { publish() }
    }

    /// Makes and checks a theme ahead, on any thread, so that selecting it takes no time. Changes nothing.
    ///
    /// - Throws: as ``select(_:saving:)``.
    public func prepare(_ id: ID) throws(ManagerError) { _ = try Self.selection(id, in: catalogue) }

    static func selection(_ id: ID, in catalogue: Catalogue) throws(ManagerError) -> Selection {
        let found: Skin?
        do {
            found = try catalogue.theme(id)
            if let found { try catalogue.check(found) }
        } catch {
            throw .unusableTheme(id: id.text, reason: error)
        }
        guard let found else { throw .unknownTheme(id: id.text, known: catalogue.ids.map(\.text)) }
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

    /// Calls setters, getters and closures of targets: if they select, that takes effect when this is over.
    @MainActor
    func callTargets(_ calls: () -> Void) {
        guard !isChanging else { return calls() }
        isChanging = true
        calls()
        isChanging = false
        changeAll()
    }

    /// Lets pending selections take effect, unless that is under way already.
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
        observers.tell(.willChange, change)
        new.turn.store(old.turn.load(ordering: .relaxed) + 1, ordering: .relaxed)
        registrar.willSet(self, keyPath: currentPath)
        // Whoever was told may have bound more.
        let staged = underWay?.staged ?? []
        published.replace { _ in new }
        for value in staged { value.commit() }
        underWay = nil
        registrar.didSet(self, keyPath: currentPath)
        observers.tell(.didChange, change)
        observers.send(new)
        bindings.apply(staged) { apply in
            if let hook { hook(change, apply) } else { apply() }
        }
        observers.tell(.applied, change)
        bindings.call(new)
    }
}

extension ThemeManager: Observable {}
