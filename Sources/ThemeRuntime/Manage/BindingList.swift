/// Where a binding stands: in which of the lists, and where there.
struct BindingPlace: Equatable {
    static let none = BindingPlace(list: -1, number: -1)

    var list: Int32
    var number: Int32
}

/// One thing of one object that follows a value.
struct Binding {
    let targetID: ObjectIdentifier
    /// `nil` where the place is free. Not counted, as a group is there for as long as anything is bound to it: until then ``BoundValues``
    /// holds it.
    unowned(unsafe) var group: AnyBindingGroup?
    /// The next binding of the same target; where the place is free, the next free one.
    var next = BindingPlace.none
    var state = State.unset
    /// The target is not visible: it is not told of changes.
    var isHidden = false
    /// A change went by while it was hidden.
    var isStale = false

    enum State {
        case unset
        /// The target is being asked what it has of its own; until it has answered, nothing is applied.
        case asked
        /// A theme has set it, so there is something to undo.
        case set
    }
}

/// Bindings of one kind, those of one property, say, side by side in the order in which they were made. So nothing is allocated for
/// a single one, and applying a change goes through memory from one end to the other.
///
/// A binding keeps its place until the list is packed. Places whose bindings have ended are taken again by others. Setters, getters,
/// closures and the `deinit` of values are the caller's: whatever calls them comes last, or holds the places (``holds``) and looks
/// afterwards whether the binding is still there.
///
/// This belongs to the main actor without saying so: if it did, the compiler would have every closure check where it runs.
class AnyBindingList {
    private struct Target {
        weak var object: AnyObject?
    }

    final let key: BindingListKey
    final let number: Int32
    final var bindings: [Binding] = []
    /// Of the bindings in the same places. Copying what holds a weak reference takes long, so the others are kept apart.
    final private var targets: [Target] = []
    final private(set) var count = 0
    final private var firstFree: Int32 = -1
    /// While it is not 0, no binding moves, and no place is given to another: new ones come behind the others.
    final private(set) var holds = 0

    init(_ key: BindingListKey, number: Int32) { (self.key, self.number) = (key, number) }

    // MARK: What kinds do

    /// Whether these are told of every change, after all values were applied.
    var isTold: Bool { false }
    /// Applies the value in force.
    func apply(_ number: Int, _ target: AnyObject, _ group: AnyBindingGroup) {}
    /// Gives the target back what it had of its own, if a theme has set it; to be called when the binding may be gone.
    func undoing(_ number: Int) -> (() -> Void)? { nil }
    /// Takes over what another binding of this list remembers of the same target.
    func inherit(_ number: Int, from other: Int) { bindings[number].state = bindings[other].state }
    /// A binding takes the place of another of the same target and slot.
    func slot(_ number: Int) -> BindingSlot { .list(key) }
    /// Lets go of what is kept beside a binding.
    func clear(_ number: Int) {}
    /// Keeps what is kept beside the bindings of these places, in this order, and nothing else.
    func keep(_ numbers: [Int]) {}

    // MARK: Places

    final func add(_ target: AnyObject, _ group: AnyBindingGroup) -> Int {
        let binding = Binding(targetID: ObjectIdentifier(target), group: group)
        (count, group.count) = (count + 1, group.count + 1)
        guard holds == 0, firstFree >= 0 else {
            bindings.append(binding)
            targets.append(Target(object: target))
            return bindings.count - 1
        }
        let number = Int(firstFree)
        firstFree = bindings[number].next.number
        bindings[number] = binding
        targets[number].object = target
        return number
    }

    /// Ends a binding. ``settle(_:)`` is to follow when everything else is in order again.
    final func remove(_ number: Int) {
        guard let group = bindings[number].group else { return }
        holds += 1
        (count, group.count) = (count - 1, group.count - 1)
        targets[number].object = nil
        bindings[number].group = nil
        bindings[number].next = BindingPlace(list: self.number, number: firstFree)
        firstFree = Int32(number)
    }

    /// Lets what was kept beside a binding that has ended die, whose `deinit` may bind and unbind.
    final func settle(_ number: Int) {
        clear(number)
        holds -= 1
    }

    final func target(_ number: Int) -> AnyObject? {
        // The subscript of an array, or of a buffer, would copy the weak reference first.
        targets.withUnsafeMutableBufferPointer { targets in
            guard let first = targets.baseAddress, targets.indices.contains(number) else { return nil }
            return first[number].object
        }
    }

    /// Whether a binding is still there after others were called.
    final func isThere(_ number: Int, _ target: AnyObject, _ group: AnyBindingGroup) -> Bool {
        bindings[number].group === group && bindings[number].targetID == ObjectIdentifier(target)
    }

    // MARK: Applying

    /// Applies the value in force to one binding, if it is still there.
    final func apply(_ number: Int) {
        guard let group = bindings[number].group, let target = target(number) else { return }
        apply(number, target, group)
    }

    /// Applies the values in force to the bindings that are visible. What is called may bind and unbind.
    ///
    /// - Parameter all: also values that have not changed.
    final func applyValues(all: Bool = false) {
        holdingPlaces {
            for number in bindings.indices {
                let binding = bindings[number]
                guard let group = binding.group, all || group.isChanged else { continue }
                if binding.isHidden {
                    bindings[number].isStale = true
                } else if let target = target(number) {
                    apply(number, target, group)
                }
            }
        }
    }

    /// Whatever is called meanwhile: each binding has its place, and a place is nobody else's.
    final func holdingPlaces(_ body: () -> Void) {
        holds += 1
        body()
        holds -= 1
    }

    // MARK: Memory

    /// Gives up memory that is no longer needed.
    ///
    /// - Returns: the new places of what was moved, by the old ones; `nil` if nothing was.
    final func pack() -> [Int32]? {
        guard holds == 0, bindings.capacity > 8, bindings.capacity > 4 * count else { return nil }
        let kept = bindings.indices.filter { bindings[$0].group != nil }
        var places = [Int32](repeating: -1, count: bindings.count)
        for (new, old) in kept.enumerated() { places[old] = Int32(new) }
        bindings = kept.map { bindings[$0] }
        targets = kept.map { targets[$0] }
        firstFree = -1
        keep(kept)
        return places
    }
}

/// Tells a list from others. Equal keys are of lists of one type, which is what downcasts rely on: key paths are only equal if their
/// types are, and closures have the list's own type here.
enum BindingListKey: Hashable {
    case property(AnyKeyPath)
    /// Closures that take the same.
    case closures(ObjectIdentifier)

    /// Whether both are of one object: a key path that is written once is.
    func isIdentical(to other: BindingListKey) -> Bool {
        switch (self, other) {
        case (.property(let left), .property(let right)): left === right
        case (.closures(let left), .closures(let right)): left == right
        default: false
        }
    }
}

/// What of an object is bound.
enum BindingSlot: Equatable {
    case list(BindingListKey)
    case named(String)
    case callback
}
