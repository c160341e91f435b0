/// All bindings of a manager, by property and by target.
///
/// Client code, such as setters and the `deinit` of values, may bind and unbind. It is called when lists and chains are
/// consistent, and everything is looked up again afterwards.
@MainActor
final class Bindings<ThemeType: Sendable, Selection: AnyObject & Sendable> {
    let values = BoundValues<ThemeType>()
    private(set) var lists: [AnyBindingList?] = []
    private var listNumbers: [BindingListKey: Int32] = [:]
    /// The next binding often has the same property, and hashing a key path is slow.
    private var lastFound: AnyBindingList?
    /// The first binding of each target.
    var targets: [ObjectIdentifier: BindingPosition] = [:]
    private lazy var callbackGroup = BindingGroup(ValueKey(Selection.self, .token(ValueToken())), initialSelection)
    private let initialSelection: Selection
    private(set) var count = 0
    private var hasSweepTask = false
    private var additions = 0
    /// The entry at which sweeping continues.
    var sweepPosition = BindingPosition(list: 0, index: 0)

    nonisolated init(_ selection: Selection) { initialSelection = selection }

    var isEmpty: Bool { count == 0 }
    /// The number of bindings and free entries.
    var entryCount: Int { lists.reduce(0) { $0 + ($1?.bindings.count ?? 0) } }

    func add<Target: AnyObject, Value>(
        _ target: Target, _ property: PropertyAccess<Target, Value>, _ group: BindingGroup<Value>
    ) {
        guard let key = property.key else { return }
        let list = list(of: key) { PropertyList(property, $0, number: $1) }
        insert(list.add(target, group), list, target, group)
    }

    func add<Target: AnyObject, Value>(
        _ target: Target, _ name: String, _ group: BindingGroup<Value>, isUndoneWhenReplaced: Bool,
        _ body: @escaping (Target, Value?) -> Void
    ) {
        typealias List = ClosureList<Target, Value>
        let list = unsafeDowncast(list(of: List.key) { List($0, number: $1) }, to: List.self)
        insert(list.add(target, name, group, isUndoneWhenReplaced, body), list, target, group)
    }

    func observe<Target: AnyObject>(_ target: Target, _ body: @escaping (Target, Selection, Selection) -> Void) {
        guard let now = callbackGroup.memory.value else { return }
        typealias List = CallbackList<Target, Selection>
        let list = unsafeDowncast(list(of: List.key) { List($0, number: $1) }, to: List.self)
        insert(list.add(target, callbackGroup, seen: now, body), list, target, callbackGroup)
    }

    private func list(of key: BindingListKey, make: (BindingListKey, Int32) -> AnyBindingList) -> AnyBindingList {
        if let lastFound, lastFound.key.isIdentical(to: key) { return lastFound }
        if let number = listNumbers[key], let list = lists[Int(number)] {
            lastFound = list
            return list
        }
        let number = lists.firstIndex { $0 == nil } ?? lists.count
        let list = make(key, Int32(number))
        if number == lists.count { lists.append(list) } else { lists[number] = list }
        listNumbers[key] = list.number
        return list
    }

    /// Replaces the target's other binding of the same slot, if there is one, and applies the new binding.
    private func insert(_ index: Int, _ list: AnyBindingList, _ target: AnyObject, _ group: AnyBindingGroup) {
        count += 1
        let position = BindingPosition(list: list.number, index: Int32(index))
        var exists = true
        if let first = targets.updateValue(position, forKey: ObjectIdentifier(target)) {
            for cleanup in join(target, position, list, first) { cleanup() }
            // Client code may have removed this binding.
            exists = list.exists(index, target, group)
        }
        if exists { list.apply(index, target, group) }
        // Checks one entry for each new binding, in batches of 16.
        additions &+= 1
        if additions % 16 == 0 { sweep(16) }
        guard !hasSweepTask else { return }
        hasSweepTask = true
        Sweep.start(self) { [weak self] in self?.hasSweepTask = false }
    }

    /// Links a new binding to the others of its target. Returns closures to call afterwards: they undo and release the
    /// replaced bindings.
    private func join(
        _ target: AnyObject, _ position: BindingPosition, _ list: AnyBindingList, _ first: BindingPosition
    ) -> [() -> Void] {
        var (kept, cleanups): ([BindingPosition], [() -> Void]) = ([], [])
        let (index, slot) = (Int(position.index), list.slot(Int(position.index)))
        for other in chain(from: first) {
            guard let otherList = lists[Int(other.list)] else { continue }
            let otherIndex = Int(other.index)
            guard otherList.target(otherIndex) != nil else {
                cleanups.append(detach(other))
                continue
            }
            if otherList.bindings[otherIndex].isHidden { list.bindings[index].isHidden = true }
            if otherList.slot(otherIndex) != slot {
                kept.append(other)
            } else if otherList === list, !list.isUndoneWhenReplaced(otherIndex) {
                list.inherit(index, from: otherIndex)
                cleanups.append(detach(other))
            } else {
                if let undo = otherList.makeUndo(otherIndex) { cleanups.append(undo) }
                cleanups.append(detach(other))
            }
        }
        link(kept + [position], ObjectIdentifier(target))
        return cleanups
    }

    /// Removes the bindings of a slot of a target, or all of its bindings, and restores its own values.
    func remove(_ target: AnyObject, _ slot: BindingSlot? = nil) {
        let id = ObjectIdentifier(target)
        guard let first = targets[id] else { return }
        var (kept, cleanups): ([BindingPosition], [() -> Void]) = ([], [])
        for position in chain(from: first) {
            guard let list = lists[Int(position.list)] else { continue }
            if let slot, list.slot(Int(position.index)) != slot {
                kept.append(position)
            } else {
                if let undo = list.makeUndo(Int(position.index)) { cleanups.append(undo) }
                cleanups.append(detach(position))
            }
        }
        link(kept, id)
        for cleanup in cleanups { cleanup() }
    }

    /// Removes a binding from its list. Removes the list and the group if they are then empty. The caller relinks the
    /// target's other bindings, and then calls the result.
    func detach(_ position: BindingPosition) -> () -> Void {
        let index = Int(position.index)
        guard let list = lists[Int(position.list)], let group = list.bindings[index].group else { return {} }
        list.remove(index)
        count -= 1
        if group.count == 0 { values.remove(group) }
        if list.count == 0 { drop(list) }
        return { list.finishRemoving(index) }
    }

    private func drop(_ list: AnyBindingList) {
        if lastFound === list { lastFound = nil }
        listNumbers[list.key] = nil
        lists[Int(list.number)] = nil
    }

    private func chain(of target: AnyObject) -> [BindingPosition] {
        targets[ObjectIdentifier(target)].map { chain(from: $0) } ?? []
    }

    func chain(from first: BindingPosition) -> [BindingPosition] {
        var (chain, next) = ([first], first)
        while let list = lists[Int(next.list)] {
            next = list.bindings[Int(next.index)].next
            guard next != .none else { break }
            chain.append(next)
        }
        return chain
    }

    private func link(_ chain: [BindingPosition], _ id: ObjectIdentifier) {
        targets[id] = chain.first
        for (position, next) in zip(chain, chain.dropFirst() + [.none]) {
            lists[Int(position.list)]?.bindings[Int(position.index)].next = next
        }
    }

    func hide(_ target: AnyObject) {
        for position in chain(of: target) { lists[Int(position.list)]?.bindings[Int(position.index)].isHidden = true }
    }

    func show(_ target: AnyObject) {
        let chain = chain(of: target)
        for position in chain { lists[Int(position.list)]?.bindings[Int(position.index)].isHidden = false }
        for position in chain {
            // Client code may have hidden the target again, and removed bindings.
            let index = Int(position.index)
            guard let list = lists[Int(position.list)], list.bindings.indices.contains(index),
                list.target(index) === target, list.bindings[index].isStale, !list.bindings[index].isHidden
            else { continue }
            list.bindings[index].isStale = false
            list.apply(index)
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
            for list in self.lists where list?.followsEveryChange == false { list?.applyValues() }
            for change in staged { change.group.isChanged = false }
        }
        hook(apply)
        apply()
    }

    func callCallbacks(_ selection: Selection) {
        callbackGroup.memory.value = selection
        for list in lists where list?.followsEveryChange == true { list?.applyValues(all: true) }
    }

    func applyAll() {
        for list in lists where list?.followsEveryChange == false { list?.applyValues(all: true) }
    }
}

/// Removes the bindings of dead targets, and frees unused memory. ``Sweep`` and new bindings call this.
extension Bindings {
    /// Checks as many entries as `steps` says, and removes bindings of dead targets. The next call continues there; the
    /// first entry of all lists follows the last. Returns the number of removed bindings.
    @discardableResult
    func sweep(_ steps: Int) -> Int {
        var removed = 0
        for _ in 0..<steps {
            guard let (list, index) = nextToSweep() else { break }
            guard list.bindings[index].group != nil, list.target(index) == nil else { continue }
            let id = list.bindings[index].targetID
            // All of these belong to the dead target: a new object at its address would have removed them.
            let cleanups = targets[id].map { chain(from: $0).map(detach) } ?? []
            targets[id] = nil
            for cleanup in cleanups { cleanup() }
            removed += cleanups.count
        }
        return removed
    }

    private func nextToSweep() -> (AnyBindingList, Int)? {
        guard count > 0 else { return nil }
        while true {
            if sweepPosition.list >= lists.count { sweepPosition = BindingPosition(list: 0, index: 0) }
            if let list = lists[Int(sweepPosition.list)], sweepPosition.index < list.bindings.count {
                sweepPosition.index += 1
                return (list, Int(sweepPosition.index) - 1)
            }
            sweepPosition = BindingPosition(list: sweepPosition.list + 1, index: 0)
        }
    }

    /// Frees unused memory.
    func shrink() {
        var moved: [Int32: [Int32]] = [:]
        for list in lists { if let list { moved[list.number] = list.compact() } }
        func new(_ position: BindingPosition) -> BindingPosition {
            guard let indices = moved[position.list] else { return position }
            return BindingPosition(list: position.list, index: indices[Int(position.index)])
        }
        if !moved.isEmpty {
            targets = targets.mapValues(new)
            for list in lists.compactMap(\.self) {
                for index in list.bindings.indices where list.bindings[index].group != nil {
                    list.bindings[index].next = new(list.bindings[index].next)
                }
            }
        }
        if targets.capacity > 64, targets.capacity > 4 * targets.count { targets = targets.filter { _ in true } }
        values.shrink()
    }
}
