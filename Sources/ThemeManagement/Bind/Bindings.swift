/// All bindings of a manager, by property and by target.
///
/// Targets are held weakly. ``Sweep`` removes the bindings of dead targets. A new object at a dead target's address
/// inherits nothing.
///
/// Setters, getters, closures and the `deinit` of values are client code and may bind and unbind. They are called
/// when lists and chains are consistent. Afterwards everything is looked up again.
@MainActor
final class Bindings<Skin: Sendable, Selection: AnyObject & Sendable> {
    let values = BoundValues<Skin>()
    /// The lists by their numbers.
    private(set) var lists: [AnyBindingList?] = []
    private var listNumbers: [BindingListKey: Int32] = [:]
    /// The list found last. The next binding often has the same property, and hashing a key path is slow.
    private var lastFound: AnyBindingList?
    /// The first binding of each target.
    var targets: [ObjectIdentifier: BindingPlace] = [:]
    /// The group of callbacks, which are called at every change.
    private lazy var selections = BindingGroup(ValueKey(Selection.self, .token(ValueToken())), first)
    private let first: Selection
    private(set) var count = 0
    private var isSwept = false
    /// The number of bindings ever added.
    private var additions = 0
    /// The place at which sweeping continues.
    var sweepPlace = BindingPlace(list: 0, number: 0)

    nonisolated init(_ selection: Selection) { first = selection }

    var isEmpty: Bool { count == 0 }
    /// The number of bindings and free places.
    var places: Int { lists.reduce(0) { $0 + ($1?.bindings.count ?? 0) } }

    // MARK: Binding

    /// Binds a property, and applies the value in force.
    func add<Target: AnyObject, Value>(
        _ target: Target, _ property: PropertyAccess<Target, Value>, _ group: BindingGroup<Value>
    ) {
        guard let key = property.key else { return }
        let list = list(of: key) { PropertyList(property, $0, number: $1) }
        insert(list.add(target, group), list, target, group)
    }

    /// Binds a closure, and calls it if the value is set.
    func add<Target: AnyObject, Value>(
        _ target: Target, _ name: String, _ group: BindingGroup<Value>, _ body: @escaping (Target, Value?) -> Void
    ) {
        typealias List = ClosureList<Target, Value>
        // The key contains the type.
        let list = unsafeDowncast(list(of: List.key) { List($0, number: $1) }, to: List.self)
        insert(list.add(target, name, group, body), list, target, group)
    }

    /// Calls a closure at each change from now on, with the selection that it saw last and the one in force.
    func observe<Target: AnyObject>(_ target: Target, _ body: @escaping (Target, Selection, Selection) -> Void) {
        guard let now = selections.memory.value else { return }
        typealias List = CallbackList<Target, Selection>
        let list = unsafeDowncast(list(of: List.key) { List($0, number: $1) }, to: List.self)
        insert(list.add(target, selections, seen: now, body), list, target, selections)
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

    /// Replaces any other binding of the same slot by this one, and applies it.
    private func insert(_ number: Int, _ list: AnyBindingList, _ target: AnyObject, _ group: AnyBindingGroup) {
        count += 1
        let place = BindingPlace(list: list.number, number: Int32(number))
        var isThere = true
        if let first = targets.updateValue(place, forKey: ObjectIdentifier(target)) {
            for end in join(target, place, list, first) { end() }
            // Client code may have removed this binding.
            isThere = list.isThere(number, target, group)
        }
        if isThere { list.apply(number, target, group) }
        // Sweeps one place for each binding that is added, 16 at a time.
        additions &+= 1
        if additions % 16 == 0 { sweep(16) }
        guard !isSwept else { return }
        isSwept = true
        Sweep.start(self) { [weak self] in self?.isSwept = false }
    }

    /// Links a new binding to the others of its target.
    ///
    /// - Returns: closures to call afterwards: they undo and release the bindings that were replaced.
    private func join(
        _ target: AnyObject, _ place: BindingPlace, _ list: AnyBindingList, _ first: BindingPlace
    ) -> [() -> Void] {
        var (kept, ends): ([BindingPlace], [() -> Void]) = ([], [])
        let (number, slot) = (Int(place.number), list.slot(Int(place.number)))
        for other in chain(from: first) {
            guard let otherList = lists[Int(other.list)] else { continue }
            let otherNumber = Int(other.number)
            guard otherList.target(otherNumber) != nil else {
                ends.append(detach(other))
                continue
            }
            if otherList.bindings[otherNumber].isHidden { list.bindings[number].isHidden = true }
            if otherList.slot(otherNumber) != slot {
                kept.append(other)
            } else if otherList === list {
                list.inherit(number, from: otherNumber)
                ends.append(detach(other))
            } else {
                if let undo = otherList.undoing(otherNumber) { ends.append(undo) }
                ends.append(detach(other))
            }
        }
        link(kept + [place], ObjectIdentifier(target))
        return ends
    }

    // MARK: Unbinding

    /// Removes the bindings of a slot of a target, or all of its bindings, and restores its own values.
    func remove(_ target: AnyObject, _ slot: BindingSlot? = nil) {
        let id = ObjectIdentifier(target)
        guard let first = targets[id] else { return }
        var (kept, ends): ([BindingPlace], [() -> Void]) = ([], [])
        for place in chain(from: first) {
            guard let list = lists[Int(place.list)] else { continue }
            if let slot, list.slot(Int(place.number)) != slot {
                kept.append(place)
            } else {
                if let undo = list.undoing(Int(place.number)) { ends.append(undo) }
                ends.append(detach(place))
            }
        }
        link(kept, id)
        for end in ends { end() }
    }

    /// Removes a binding from its list, and the list and the group if they are empty. The caller links the target's
    /// other bindings anew.
    ///
    /// - Returns: a closure to call after that.
    func detach(_ place: BindingPlace) -> () -> Void {
        let number = Int(place.number)
        guard let list = lists[Int(place.list)], let group = list.bindings[number].group else { return {} }
        list.remove(number)
        count -= 1
        if group.count == 0 { values.remove(group) }
        if list.count == 0 { drop(list) }
        return { list.settle(number) }
    }

    private func drop(_ list: AnyBindingList) {
        if lastFound === list { lastFound = nil }
        listNumbers[list.key] = nil
        lists[Int(list.number)] = nil
    }

    // MARK: The bindings of one target

    private func chain(of target: AnyObject) -> [BindingPlace] {
        targets[ObjectIdentifier(target)].map { chain(from: $0) } ?? []
    }

    func chain(from first: BindingPlace) -> [BindingPlace] {
        var (places, next) = ([first], first)
        while let list = lists[Int(next.list)] {
            next = list.bindings[Int(next.number)].next
            guard next != .none else { break }
            places.append(next)
        }
        return places
    }

    private func link(_ places: [BindingPlace], _ id: ObjectIdentifier) {
        targets[id] = places.first
        for (place, next) in zip(places, places.dropFirst() + [.none]) {
            lists[Int(place.list)]?.bindings[Int(place.number)].next = next
        }
    }

    // MARK: Visibility

    func hide(_ target: AnyObject) {
        for place in chain(of: target) { lists[Int(place.list)]?.bindings[Int(place.number)].isHidden = true }
    }

    func show(_ target: AnyObject) {
        let places = chain(of: target)
        for place in places { lists[Int(place.list)]?.bindings[Int(place.number)].isHidden = false }
        for place in places {
            // Client code may have hidden the target again, and removed bindings.
            let number = Int(place.number)
            guard let list = lists[Int(place.list)], list.bindings.indices.contains(number),
                list.target(number) === target, list.bindings[number].isStale, !list.bindings[number].isHidden
            else { continue }
            list.bindings[number].isStale = false
            list.apply(number)
        }
    }

    // MARK: Changing

    /// Applies values that are in force now. If the hook does not apply them, this does afterwards.
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

    /// Calls the callbacks of targets.
    func call(_ selection: Selection) {
        selections.memory.value = selection
        for list in lists where list?.followsEveryChange == true { list?.applyValues(all: true) }
    }

    /// Applies every value, changed or not.
    func applyAll() {
        for list in lists where list?.followsEveryChange == false { list?.applyValues(all: true) }
    }
}
