// See docs/decisions/31-bindings.md.
/// All bindings of a manager.
///
/// A change goes through the list of bindings and applies those whose value differs. Targets are held weakly: a binding
/// of a dead target is skipped, and removed by the next sweep.
///
/// Client code, such as setters and the `deinit` of values, may bind and unbind. It is called when the list and the
/// targets agree, and what was removed is released last.
@MainActor
final class Bindings<ThemeType: Sendable, Selection: AnyObject & Sendable> {
    let values = BoundValues<ThemeType>()
    private(set) var list: [Binding] = []
    /// Callbacks follow all values.
    private(set) var callbacks: [Binding] = []
    private(set) var targets: [ObjectIdentifier: [Binding]] = [:]
    private lazy var callbackGroup = BindingGroup(ValueKey(Selection.self, .token(ValueToken())), initialSelection)
    private let initialSelection: Selection
    private var hasSweepTask = false
    private var additions = 0
    private var sweepPosition = 0

    nonisolated init(_ selection: Selection) { initialSelection = selection }

    var count: Int { list.count + callbacks.count }

    /// Calls a closure at every change, after all values are applied. A hidden target gets all missed changes as one.
    func observe<Target: AnyObject>(
        _ target: Target, _ body: @escaping (Target, _ seen: Selection, _ inForce: Selection) -> Void
    ) {
        guard var seen = callbackGroup.memory.value else { return }
        let binding = ClosureBinding(target, .callback, callbackGroup) { target, new in
            guard let new, new !== seen else { return }
            let old = seen
            seen = new
            body(target, old, new)
        }
        add(binding, to: target)
    }

    /// Replaces the target's other binding of the same slot, if there is one, and applies the new binding.
    func add(_ binding: Binding, to target: AnyObject) {
        append(binding)
        if let others = targets.updateValue([binding], forKey: binding.targetID) { join(binding, others, target) }
        if binding.isBound { binding.apply(to: target) }
        // Checks two bindings for each new one, in batches. With one, the new ones would be all that is ever checked.
        additions &+= 1
        if additions % 16 == 0 { sweep(32) }
        startSweeping()
    }

    private func join(_ binding: Binding, _ others: [Binding], _ target: AnyObject) {
        // Another object had this address.
        guard let first = others.first, first.target != nil else { return detachAll(others) }
        binding.isHidden = first.isHidden
        let replaced = others.first { $0.slot == binding.slot }
        targets[binding.targetID] = others.filter { $0 !== replaced } + [binding]
        guard let replaced else { return }
        let released = detach(replaced)
        if !binding.inherit(from: replaced) { replaced.undo(on: target) }
        withExtendedLifetime(released) {}
    }

    /// Removes the binding of a slot of a target, or all of its bindings, and restores its own values.
    func remove(_ target: AnyObject, _ slot: BindingSlot? = nil) {
        let id = ObjectIdentifier(target)
        guard let bindings = targets[id] else { return }
        let kept = bindings.filter { slot != nil && $0.slot != slot }
        targets[id] = kept.isEmpty ? nil : kept
        let removed = bindings.filter { slot == nil || $0.slot == slot }
        let released = removed.map(detach)
        for binding in removed { binding.undo(on: target) }
        withExtendedLifetime(released) {}
    }

    private func append(_ binding: Binding) {
        binding.group.count += 1
        if binding.group === callbackGroup {
            binding.position = callbacks.count
            callbacks.append(binding)
        } else {
            binding.position = list.count
            list.append(binding)
        }
    }

    /// Takes a binding, which the caller keeps alive, out of its list. The caller releases the result last.
    private func detach(_ binding: Binding) -> Any? {
        guard binding.isBound else { return nil }
        binding.isBound = false
        binding.group.count -= 1
        if binding.group === callbackGroup {
            Self.remove(binding, from: &callbacks)
            return nil
        }
        Self.remove(binding, from: &list)
        return binding.group.count == 0 ? values.remove(binding.group) : nil
    }

    private static func remove(_ binding: Binding, from list: inout [Binding]) {
        let last = list.removeLast()
        guard last !== binding else { return }
        last.position = binding.position
        list[binding.position] = last
    }

    private func detachAll(_ bindings: [Binding]) {
        let released = bindings.map(detach)
        withExtendedLifetime((bindings, released)) {}
    }

    func hide(_ target: AnyObject) {
        for binding in targets[ObjectIdentifier(target)] ?? [] { binding.isHidden = true }
    }

    func show(_ target: AnyObject) {
        let bindings = targets[ObjectIdentifier(target)] ?? []
        for binding in bindings { binding.isHidden = false }
        for binding in bindings where binding.isStale {
            binding.isStale = false
            binding.applyIfVisible()
        }
    }

    /// Applies committed values within the hook. If the hook does not call its closure, this does so afterwards.
    func apply(_ staged: [StagedValue], in hook: (@escaping () -> Void) -> Void) {
        guard !staged.isEmpty else { return }
        var isApplied = false
        let apply = {
            guard !isApplied else { return }
            isApplied = true
            for change in staged { change.group.isChanged = true }
            for binding in self.list where binding.group.isChanged { binding.applyIfVisible() }
            for change in staged { change.group.isChanged = false }
        }
        hook(apply)
        apply()
    }

    func callCallbacks(_ selection: Selection) {
        callbackGroup.memory.value = selection
        for binding in callbacks { binding.applyIfVisible() }
    }

    func applyAll() {
        for binding in list { binding.applyIfVisible() }
    }
}

/// Removes the bindings of dead targets.
///
/// Swift does not report the release of an object, and Linux has no associated objects. So new bindings check others,
/// and a task checks all, in slices. It starts with an interval of half a second, and returns to it after removing any
/// binding; otherwise the interval doubles, up to a minute. It stops when there are no bindings or no manager.
extension Bindings {
    private static var firstInterval: Duration { .milliseconds(500) }
    private static var longestInterval: Duration { .seconds(60) }
    /// The number of bindings checked before other tasks get the main actor. They take well under a millisecond.
    private static var slice: Int { 4096 }

    private func startSweeping() {
        guard !hasSweepTask else { return }
        hasSweepTask = true
        Task { [weak self] in
            var interval = Self.firstInterval
            while true {
                try? await Task.sleep(for: interval)
                guard let removed = await self?.sweepAll() else { return }
                interval = removed > 0 ? Self.firstInterval : min(interval * 2, Self.longestInterval)
            }
        }
    }

    /// Returns the number of removed bindings; `nil` if none are left.
    private func sweepAll() async -> Int? {
        var removed = 0
        for _ in 0...count / Self.slice {
            removed += sweep(Self.slice)
            await Task.yield()
        }
        if removed > 0 { shrink() }
        hasSweepTask = count > 0
        return hasSweepTask ? removed : nil
    }

    /// Checks this many bindings from where the last call stopped, and returns how many it removed.
    @discardableResult
    func sweep(_ steps: Int) -> Int {
        let before = count
        for _ in 0..<min(steps, before) {
            if sweepPosition >= count { sweepPosition = 0 }
            guard sweepPosition < count else { break }
            let index = sweepPosition
            let binding = index < list.count ? list[index] : callbacks[index - list.count]
            // Another binding moves to the place of a removed one.
            sweepPosition += binding.target == nil ? 0 : 1
            if binding.target == nil { detachAll(targets.removeValue(forKey: binding.targetID) ?? []) }
        }
        return before - count
    }

    /// Frees unused memory.
    func shrink() {
        if list.capacity > 64, list.capacity > 4 * list.count { list = list.map { $0 } }
        if targets.capacity > 64, targets.capacity > 4 * targets.count { targets = targets.filter { _ in true } }
        values.shrink()
    }
}
