public import Observation

// See docs/decisions/30-selecting.md.
/// Chooses the theme in force, and updates everything that is bound to it.
///
/// Any thread can read the theme in force without waiting. Selecting and binding happen on the main actor. A selection
/// succeeds as a whole or changes nothing. <doc:ThemeManagement> describes the order of a change.
public final class ThemeSourceManager<Source: ThemeSource>: Sendable {
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
    @MainActor private var storedChosenIDs: [ID]
    /// The ids that were last selected with `saving` or restored, from the weakest axis to the strongest; at first
    /// ``defaultID``. They differ from the ids of ``current`` while a season or the system's style sets a theme.
    @MainActor public internal(set) var chosenIDs: [ID] {
        get {
            registrar.access(self, keyPath: \.chosenIDs)
            return storedChosenIDs
        }
        set {
            guard newValue != storedChosenIDs else { return }
            registrar.withMutation(of: self, keyPath: \.chosenIDs) { storedChosenIDs = newValue }
        }
    }
    /// The axes of the themes that were selected or restored, also of those that the source does not have any more.
    @MainActor private(set) var axes: [ID: ThemeAxis] = [:]
    /// The themes in season that ``chosenIDs`` are in place of.
    @MainActor var replacedSeasons: ReplacedSeasons<ID>?
    /// The themes in season that were selected last, and the time; `nil` while nothing follows seasons.
    @MainActor var following: (clock: any WallClock, seasons: [ThemeAxis?: ID])?
    /// The last of ``chosenIDs``.
    @MainActor public var chosenID: ID { chosenIDs.last ?? defaultID }

    /// Applies changed values. If it does not call its closure, the manager does so afterwards.
    @MainActor public var hook: Hook? {
        get { inForce.hook }
        set { inForce.hook = newValue }
    }

    /// Creates a manager with the default theme in force. Throws if the source has no such theme, or it is unusable.
    public convenience init(_ source: Source, default id: ID) throws(ManagerError) {
        self.init(source, default: try Self.selection([id], in: source))
    }

    init(_ source: Source, default selection: Selection) {
        self.source = source
        defaultID = selection.id
        storedChosenIDs = selection.ids
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

    /// Selects a theme, and saves the choice in the store and in ``chosenIDs`` if `saving` is set. If the theme is
    /// already in force, no observer is notified. If this throws, nothing has changed.
    ///
    /// In a library with axes, the theme takes the place of the one of its axis, and the default theme that of all.
    @MainActor
    public func select(_ id: ID, saving: Bool = true) throws(ManagerError) {
        let wanted = source.selection(of: id, after: wantedIDs, axes: axes)
        let ids = wanted == [id] ? wanted : source.selection(of: id, after: try knownIDs(wantedIDs), axes: axes)
        let choice = saving ? source.selection(of: id, after: chosenIDs, axes: axes) : nil
        try select(ids, missing: wanted, saving: choice)
    }

    /// - Parameters:
    ///   - wanted: the ids that are to be selected. Those that the source does not have are missing.
    ///   - choice: is saved; `nil` saves nothing.
    @MainActor
    func select(_ ids: [ID], missing wanted: [ID] = [], saving choice: [ID]?) throws(ManagerError) {
        let next = try Self.selection(ids, missing: wanted, in: source)
        try put(next, countsIncomparableAsSame: true) { () throws(ManagerError) in
            guard let choice else { return true }
            let replaced =
                following.map { ReplacedSeasons(at: $0.clock.now, of: $0.seasons, by: ids) } ?? replacedSeasons
            let saved = SavedChoice(choice.map { ($0, axis(of: $0)) }, replacing: replaced)
            do { try store?.save(saved.text) } catch { throw .notSaved(id: Self.text(of: choice), reason: error) }
            chosenIDs = choice
            replacedSeasons = replaced
            return true
        }
    }

    /// Puts a selection in force, and remembers the axes of its themes.
    @MainActor
    @discardableResult
    func put(
        _ next: Selection, countsIncomparableAsSame: Bool, finalStep: () throws(ManagerError) -> Bool
    ) throws(ManagerError) -> Bool {
        let isDone = try inForce.put(
            next, countsIncomparableAsSame: countsIncomparableAsSame, finalStep: finalStep)
        for id in next.ids { axes[id] = axis(of: id) }
        return isDone
    }

    /// The axis of a theme, also of one that was selected before and that the source does not have any more.
    @MainActor
    func axis(of id: ID) -> ThemeAxis? { source.axis(of: id) ?? axes[id] }

    /// The ids that are missing, and those in force.
    @MainActor
    var wantedIDs: [ID] {
        let latest = inForce.latest
        return latest.missing + (latest.ids == [defaultID] ? [] : latest.ids)
    }

    static func text(of ids: [ID]) -> String { ids.map(\.text).joined(separator: "+") }

    /// Asks the source for the theme's id, and selects it as ``select(_:saving:)`` does.
    @MainActor
    public func select(theme: ThemeType, saving: Bool = true) throws(ManagerError) {
        let found = try using(theme: String(describing: ThemeType.self)) { try source.selection(of: theme) }
        guard let found else {
            throw .unknownTheme(id: String(describing: theme), known: source.ids.map(\.text))
        }
        try select(found, saving: saving ? found : nil)
    }

    /// Looks up the theme in force again, after the source has changed. A new theme of the same id replaces it; if
    /// there is none, the default theme does, or those of the other axes, until it returns. Saves nothing. If it
    /// throws, the old theme stays.
    @MainActor
    public func refresh() throws(ManagerError) {
        let wanted = wantedIDs
        let known = try knownIDs(wanted)
        let next = try Self.selection(known.isEmpty ? [defaultID] : known, missing: wanted, in: source)
        try put(next, countsIncomparableAsSame: false) { true }
    }

    /// Returns those ids that the source has. Of several on one axis, the last one counts.
    func knownIDs(_ ids: [ID]) throws(ManagerError) -> [ID] {
        var known: [ID] = []
        for id in ids {
            let exists = try using(theme: id.text) { try source.theme(id) != nil }
            if exists { known = source.selection(of: id, after: known, axes: [:]) }
        }
        return known
    }

    /// Selects the choice saved in a store, and saves later choices there.
    ///
    /// If the saved theme does not exist, the theme in force stays; of several, those that exist are selected. The
    /// saved choice stays too: its theme may return, and is missing until then.
    /// - Returns: whether a saved choice was selected.
    /// - Throws: ``ManagerError`` if the store cannot be read or the theme is unusable. Then the theme in force stays;
    ///   later choices are still saved in this store.
    @MainActor
    @discardableResult
    public func restore(from store: any ThemeStore) throws(ManagerError) -> Bool {
        self.store = store
        let text: String?
        do { text = try store.load() } catch { throw .notRestored(reason: error) }
        guard let saved = text.flatMap({ SavedChoice<ID>($0) }) else { return false }
        let choice = saved.members.map(\.id)
        for case (let id, let axis?) in saved.members { axes[id] = axis }
        replacedSeasons = saved.replaced
        // A choice of an earlier version can have two themes on one axis; the later one counts.
        let known = try knownIDs(choice)
        guard !known.isEmpty else {
            let latest = inForce.latest
            if let same = Selection(latest.ids, latest.theme, missing: choice) {
                try put(same, countsIncomparableAsSame: true) { true }
            }
            chosenIDs = choice
            return false
        }
        return try put(try Self.selection(known, missing: choice, in: source), countsIncomparableAsSame: true) {
            chosenIDs = choice
            return true
        }
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
        inForce.callTargets { inForce.bindings.observe(target) { callback($0, Change(old: $1, new: $2)) } }
    }

    /// The changes from now on: `for await change in manager.changes { ... }`.
    public var changes: ThemeChanges<ID, ThemeType> {
        ThemeChanges(start: inForce.observers.latest) { [weak observers = inForce.observers] in
            observers?.stream() ?? AsyncStream { $0.finish() }
        }
    }

    /// - Parameter wanted: the ids that were to be selected. Those that the source does not have are missing.
    static func selection(
        _ ids: [ID], missing wanted: [ID] = [], in source: Source
    ) throws(ManagerError) -> Selection {
        let found = try using(theme: text(of: ids)) {
            let found = try source.theme(selecting: ids)
            if let found { try source.check(found) }
            return found
        }
        // Only one of several wanted ids on an axis counts; the others are not missing.
        let missing = wanted.filter { !ids.contains($0) && (try? source.theme($0)) == nil }
        guard let found, let selection = Selection(ids, found, missing: missing) else {
            let unknown = ids.count > 1 ? ids.first { (try? source.theme($0)) == nil } : ids.first
            throw .unknownTheme(id: (unknown ?? ids.first)?.text ?? "", known: source.ids.map(\.text))
        }
        return selection
    }
}

extension ThemeSourceManager: Observable {}
