import Observation

/// The theme in force, its observers and bindings, and the one way in which it changes.
///
/// Everything that can fail happens first: the bound values are read from the next theme, and the caller's last step
/// runs. Then nothing can fail, and the change goes through its phases: observers are notified, the theme is published,
/// and bound values are applied. Client code runs in every phase, and may select, bind and unbind. A selection that it
/// makes follows the current change.
final class ThemeInForce<ID: ThemeIdentifier, ThemeType: Sendable>: Sendable {
    typealias Selection = ThemeSelection<ID, ThemeType>
    typealias Change = ThemeChange<ID, ThemeType>

    private struct Upcoming {
        let selection: Selection
        var staged: [StagedValue]
    }

    /// The most consecutive changes that callbacks can cause.
    private static var roundsMax: Int { 100 }

    let observers: Observers<ID, ThemeType>
    let bindings: Bindings<ThemeType, Selection>
    private let published: Published<Selection>
    private let registrar = ObservationRegistrar()
    /// Stored, because creating a key path of a generic type is slow.
    private let currentPath: any KeyPath<ThemeInForce, Selection> & Sendable = \ThemeInForce.current

    /// Applies changed values. If it does not call its closure, that happens afterwards.
    @MainActor var hook: (@MainActor (Change, @escaping () -> Void) -> Void)?
    /// Gets the errors of values that are bound without `try`.
    @MainActor var problemHandler: (@MainActor (ManagerError) -> Void)?
    /// The theme from which a new binding reads its value.
    @MainActor private var reading: Selection?
    // A selection passes through these three in order, and then to `published`.
    /// The selection that can still fail.
    @MainActor private var preparing: Upcoming?
    /// The selection that follows the current change.
    @MainActor private var pending: Upcoming?
    /// The selection that is being announced to observers of ``ChangePhase/willChange``.
    @MainActor private var announced: Upcoming?
    @MainActor private var isChanging = false
    @MainActor private var rounds = 0

    init(_ selection: Selection) {
        published = Published(selection)
        observers = Observers(selection)
        bindings = Bindings(selection)
    }

    /// The selection in force. Any thread may ask; this does not wait.
    var current: Selection {
        registrar.access(self, keyPath: currentPath)
        return published.value
    }

    /// The selection that will be in force after the current change.
    @MainActor var latest: Selection { (pending ?? announced)?.selection ?? published.value }

    /// Puts a theme in force once everything that can fail has succeeded.
    /// - Parameters:
    ///   - countsIncomparableAsSame: whether two themes of one id count as the same if they cannot be compared.
    ///   - finalStep: the last step that can fail. If it returns `false`, the theme in force stays.
    @MainActor
    @discardableResult
    func put(
        _ next: Selection, countsIncomparableAsSame: Bool, finalStep: () throws(ManagerError) -> Bool
    ) throws(ManagerError) -> Bool {
        if isChanging, rounds >= Self.roundsMax { throw .tooManySelections(id: next.id.text, rounds: rounds) }
        if let asked = preparing?.selection ?? reading {
            throw .nestedSelection(id: next.id.text, other: asked.id.text)
        }
        func isSame(_ other: Selection) -> Bool {
            other.ids == next.ids && other.missing == next.missing
                && areSame(other.theme, next.theme) ?? countsIncomparableAsSame
        }
        // Within a callback, this selection follows the current change, and replaces another pending one.
        let base = announced?.selection ?? published.value
        let isPending = pending.map { isSame($0.selection) } ?? false
        let isNew = !isPending && !isSame(base)
        preparing = Upcoming(selection: next, staged: [])
        defer { preparing = nil }
        if isNew {
            let staged = try using(theme: next.id.text) {
                try bindings.values.stage(from: base.theme, to: next.theme)
            }
            preparing?.staged += staged
        }
        guard try finalStep() else { return false }
        if !isPending { pending = isNew ? preparing : nil }
        preparing = nil
        changeAll()
        return true
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
        defer {
            isChanging = false
            rounds = 0
        }
        while let next = pending {
            rounds += 1
            pending = nil
            announced = next
            change(from: published.value, to: next.selection)
        }
    }

    @MainActor
    private func change(from old: Selection, to new: Selection) {
        let change = Change(old: old, new: new)
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

    /// Makes the group of a value that is bound for the first time.
    ///
    /// The value is also read from selections that are not yet in force, so that they cannot fail later.
    /// - Parameter failed: gets the errors of reading. If it returns, that theme counts as not setting the value.
    @MainActor
    @inline(never)
    func makeGroup<Value, Failure>(
        of value: ThemeValue<ThemeType, Value>, failed: (ManagerError) throws(Failure) -> Void
    ) throws(Failure) -> BindingGroup<Value> {
        let outer = reading
        defer { reading = outer }
        func read(_ selection: Selection) throws(Failure) -> Value? {
            do { return try value.read(selection.theme) } catch {
                try failed(.unusableValue(id: selection.id.text, reason: error))
                return nil
            }
        }
        reading = published.value
        let current = try read(published.value)
        var values: [Value?] = []
        for upcoming in [announced, pending, preparing].compactMap({ $0 }) {
            values.append(try read(upcoming.selection))
        }
        // Reading may have bound the same value.
        if let known = bindings.values.group(of: value) { return known }
        let group = bindings.values.makeGroup(of: value, current)
        var next = values.makeIterator()
        if announced != nil, let value = next.next() { announced?.staged.append(StagedValue(group, value)) }
        if pending != nil, let value = next.next() { pending?.staged.append(StagedValue(group, value)) }
        if preparing != nil, let value = next.next() { preparing?.staged.append(StagedValue(group, value)) }
        return group
    }
}

extension ThemeInForce: Observable {}

/// Returns whether two themes are the same: by `==` if the type is `Equatable`, by identity if it is a class, else
/// `nil`.
func areSame<ThemeType>(_ left: ThemeType, _ right: ThemeType) -> Bool? {
    if let left = left as? any Equatable { return isEqual(left, right) }
    // Casting a value to an object makes a new box each time, so only objects are compared by identity.
    guard type(of: left as Any) is AnyObject.Type, type(of: right as Any) is AnyObject.Type else { return nil }
    return left as AnyObject === right as AnyObject
}

private func isEqual<Value: Equatable>(_ left: Value, _ right: Any) -> Bool { (right as? Value) == left }
