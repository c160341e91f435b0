/// The bindings of a manager: by what they are bound to, so that a change looks at each value once, and by target.
///
/// Targets are held weakly. What they leave behind when they die is swept away by itself (``Sweep``), and a new object that
/// comes to lie at a dead one's address takes nothing over.
@MainActor
final class Bindings<ID: ThemeIdentifier, Skin: Sendable> {
    typealias Selection = ThemeSelection<ID, Skin>

    /// A value that will be another when the next theme is in force.
    struct Staged {
        let group: AnyBindingGroup
        /// Puts the value in force; nothing is told yet.
        let commit: @MainActor () -> Void
    }

    private enum Bound {
        case one(Binding)
        case several([Binding])

        var all: [Binding] {
            switch self {
            case .one(let binding): [binding]
            case .several(let bindings): bindings
            }
        }
    }

    /// What a group does when a theme is about to change: with its value's type erased.
    private typealias Stage = (_ old: Skin, _ new: Skin) throws -> Staged?

    private var groups: [ValueKey: AnyBindingGroup] = [:]
    private var ordered: [(group: AnyBindingGroup, stage: Stage)] = []
    private var targets: [ObjectIdentifier: Bound] = [:]
    /// What callbacks were told of last.
    private var selection: Selection
    /// Targets that are told of every change, whatever the values. Made when there are any.
    private(set) lazy var callbacks: ValueGroup<Selection> = {
        let group = ValueGroup(ValueKey(Selection.self, .token(ValueToken())), selection)
        group.isPermanent = true
        add(group) { _, _ in nil }
        return group
    }()
    private(set) var count = 0
    private var isSwept = false
    private var sweepGroup = 0
    private var sweepPlace = 0

    nonisolated init(_ selection: Selection) { self.selection = selection }

    var isEmpty: Bool { count == 0 }

    // MARK: Binding

    /// The group of a value that is bound already.
    func group<Value>(of value: ThemeValue<Skin, Value>) -> ValueGroup<Value>? {
        groups[value.key].map { unsafeDowncast($0, to: ValueGroup<Value>.self) }
    }

    /// Makes the group of a value that nothing is bound to yet.
    ///
    /// - Parameter current: the value in the theme in force.
    func makeGroup<Value>(of value: ThemeValue<Skin, Value>, _ current: Value?) -> ValueGroup<Value> {
        let group = ValueGroup(value.key, current)
        add(group) { [unowned group] in try Staged(group, value, from: $0, to: $1) }
        groups[value.key] = group
        return group
    }

    private func add(_ group: AnyBindingGroup, _ stage: @escaping Stage) {
        group.place = ordered.count
        ordered.append((group, stage))
    }

    /// Adds a binding in the place of any other of the same slot, and applies it.
    func add<Value>(_ binding: ValueBinding<Value>) {
        let group = binding.valueGroup
        group.append(binding)
        count += 1
        let replaced = targets.updateValue(.one(binding), forKey: binding.targetID).flatMap { join(binding, $0) }
        // What is told from here on may bind and unbind, this binding too.
        replaced?.release()
        if binding.isBound { binding.apply(group.current) }
        // One for each that is added, a few at a time.
        if count % 16 == 0 { sweep(16) }
        guard !isSwept else { return }
        isSwept = true
        Sweep.start(self) { [weak self] in self?.isSwept = false }
    }

    /// - Returns: a binding of the same slot whose place is taken and which is to be released.
    private func join(_ binding: Binding, _ before: Bound) -> Binding? {
        var kept: [Binding] = []
        var replaced: Binding?
        for other in before.all {
            guard other.target != nil else {
                detach(other)
                continue
            }
            binding.isHidden = other.isHidden
            if other.slot.isSame(as: binding.slot) {
                if !binding.inherit(from: other) { replaced = other }
                detach(other)
            } else {
                kept.append(other)
            }
        }
        if !kept.isEmpty { targets[binding.targetID] = .several(kept + [binding]) }
        return replaced
    }

    // MARK: Unbinding

    /// Ends the bindings of a target for which a condition holds; it gets back what it had of its own.
    func remove(_ target: AnyObject, where condition: (Binding) -> Bool = { _ in true }) {
        let id = ObjectIdentifier(target)
        guard let bound = targets[id] else { return }
        let removed = bound.all.filter(condition)
        let kept = bound.all.filter { binding in !removed.contains { $0 === binding } }
        targets[id] = kept.isEmpty ? nil : kept.count == 1 ? .one(kept[0]) : .several(kept)
        for binding in removed {
            detach(binding)
            if binding.target != nil { binding.release() }
        }
    }

    /// Takes a binding out of its group, and an empty group away.
    private func detach(_ binding: Binding) {
        guard binding.isBound, let group = binding.group else { return }
        group.remove(binding)
        count -= 1
        guard group.bindings.isEmpty, !group.isPermanent else { return }
        groups[group.key] = nil
        let last = ordered.removeLast()
        guard last.group !== group else { return }
        last.group.place = group.place
        ordered[group.place] = last
    }

    // MARK: Visibility

    func hide(_ target: AnyObject) {
        for binding in targets[ObjectIdentifier(target)]?.all ?? [] { binding.isHidden = true }
    }

    func show(_ target: AnyObject) {
        for binding in targets[ObjectIdentifier(target)]?.all ?? [] {
            binding.isHidden = false
            guard binding.isStale, binding.isBound else { continue }
            binding.isStale = false
            binding.bringUpToDate()
        }
    }

    // MARK: Changing

    /// Works out which values will be others in another theme, and reads them.
    ///
    /// - Throws: what reading throws. Nothing has changed.
    func stage(from old: Skin, to new: Skin) throws -> [Staged] {
        try ordered.compactMap { try $0.stage(old, new) }
    }

    /// Applies values that are in force now to what is bound to them.
    func apply(_ staged: [Staged], in hook: (() -> Void) -> Void) {
        guard !staged.isEmpty else { return }
        var isApplied = false
        let apply = {
            // A hook may forget to apply, or apply twice; neither shall be seen.
            guard !isApplied else { return }
            isApplied = true
            for change in staged { change.group.apply() }
        }
        hook(apply)
        apply()
    }

    /// Tells the targets that want to be told of every change.
    func call(_ selection: Selection) {
        self.selection = selection
        callbacks.current = selection
        callbacks.apply()
    }

    /// Applies everything, whether it has changed or not.
    func applyAll() {
        for group in ordered.map(\.group) where !group.isPermanent { group.apply() }
    }

    // MARK: Dead targets

    /// Looks at the next bindings, after the last the first again, and removes those whose targets have died.
    ///
    /// - Returns: how many were removed.
    @discardableResult
    func sweep(_ steps: Int) -> Int {
        var removed = 0
        for _ in 0..<steps where count > 0 {
            while sweepGroup >= ordered.count || sweepPlace >= ordered[sweepGroup].group.bindings.count {
                (sweepGroup, sweepPlace) = (sweepGroup + 1 < ordered.count ? sweepGroup + 1 : 0, 0)
            }
            let binding = ordered[sweepGroup].group.bindings[sweepPlace]
            if binding.target == nil {
                forget(binding)
                removed += 1
            } else {
                sweepPlace += 1
            }
        }
        return removed
    }

    /// Gives up memory that is no longer needed.
    func shrink() {
        for entry in ordered { entry.group.shrink() }
        if targets.capacity > 64, targets.capacity > 4 * targets.count { targets = targets.filter { _ in true } }
        if groups.capacity > 64, groups.capacity > 4 * groups.count { groups = groups.filter { _ in true } }
        if ordered.capacity > 64, ordered.capacity > 4 * ordered.count { ordered = Array(ordered[...]) }
    }

    private func forget(_ binding: Binding) {
        detach(binding)
        guard let bound = targets[binding.targetID] else { return }
        let kept = bound.all.filter(\.isBound)
        targets[binding.targetID] = kept.isEmpty ? nil : kept.count == 1 ? .one(kept[0]) : .several(kept)
    }
}

extension Bindings.Staged {
    /// `nil` if the value is the same in both themes.
    @MainActor
    init?<Value>(
        _ group: ValueGroup<Value>, _ value: ThemeValue<Skin, Value>, from old: Skin, to new: Skin
    ) throws {
        guard try value.differs(old, new) else { return nil }
        let next = try value.read(new)
        self.init(group: group) { group.current = next }
    }
}
