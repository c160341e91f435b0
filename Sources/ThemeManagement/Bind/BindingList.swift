/// The position of a binding: the number of its list, and its index in the list.
struct BindingPosition: Equatable {
    static let none = BindingPosition(list: -1, index: -1)

    var list: Int32
    var index: Int32
}

struct Binding {
    let targetID: ObjectIdentifier
    /// `nil` for a free entry. Not reference-counted: ``BoundValues`` keeps a group while it has bindings.
    unowned(unsafe) var group: AnyBindingGroup?
    /// The next binding of the same target, or the next free entry.
    var next = BindingPosition.none
    var state = State.unset
    var isHidden = false
    /// Whether a hidden target missed a change.
    var isStale = false

    enum State {
        case unset
        /// The target is being asked for its own value.
        case asked
        /// A theme has set the target.
        case set
    }
}

/// Bindings of one kind, such as those of one property, in contiguous memory.
///
/// A binding keeps its index until ``compact()``. Client code, such as setters and the `deinit` of values, may bind and
/// unbind. A method calls it last, or within ``pinning(_:)`` and then checks that the binding still exists.
///
/// Used on the main actor only. It is not annotated `@MainActor`, because every closure would then check its executor.
class AnyBindingList {
    private struct Target {
        weak var object: AnyObject?
    }

    final let key: BindingListKey
    final let number: Int32
    final var bindings: [Binding] = []
    /// The targets, by the indices of the bindings. They are separate, because copying a weak reference is slow.
    final private var targets: [Target] = []
    final private(set) var count = 0
    final private var firstFree: Int32 = -1
    /// While this is not 0, bindings do not move, and free entries are not reused.
    final private(set) var pins = 0

    init(_ key: BindingListKey, number: Int32) { (self.key, self.number) = (key, number) }

    // MARK: Overridden by subclasses

    /// Whether these bindings are called at every change, also if no value differs, after the other bindings.
    var followsEveryChange: Bool { false }
    func apply(_ index: Int, _ target: AnyObject, _ group: AnyBindingGroup) {}
    /// Returns a closure that restores the target's own value, to call after the binding is removed.
    func makeUndo(_ index: Int) -> (() -> Void)? { nil }
    /// Whether this binding is undone before another one of its list replaces it.
    func isUndoneWhenReplaced(_ index: Int) -> Bool { false }
    /// Takes over the state of a binding that this one replaces.
    func inherit(_ index: Int, from other: Int) { bindings[index].state = bindings[other].state }
    func slot(_ index: Int) -> BindingSlot { .list(key) }
    func clear(_ index: Int) {}
    /// Keeps the data that a subclass stores for the bindings at these indices, in this order, and frees the rest.
    func keepData(of indices: [Int]) {}

    final func add(_ target: AnyObject, _ group: AnyBindingGroup) -> Int {
        let binding = Binding(targetID: ObjectIdentifier(target), group: group)
        (count, group.count) = (count + 1, group.count + 1)
        guard pins == 0, firstFree >= 0 else {
            bindings.append(binding)
            targets.append(Target(object: target))
            return bindings.count - 1
        }
        let index = Int(firstFree)
        firstFree = bindings[index].next.index
        bindings[index] = binding
        targets[index].object = target
        return index
    }

    /// Removes a binding. Call ``finishRemoving(_:)`` when all lists are consistent again.
    final func remove(_ index: Int) {
        guard let group = bindings[index].group else { return }
        pins += 1
        (count, group.count) = (count - 1, group.count - 1)
        targets[index].object = nil
        bindings[index].group = nil
        bindings[index].next = BindingPosition(list: number, index: firstFree)
        firstFree = Int32(index)
    }

    /// Releases the data that a subclass stored for a removed binding. Its `deinit` may bind and unbind.
    final func finishRemoving(_ index: Int) {
        clear(index)
        pins -= 1
    }

    final func target(_ index: Int) -> AnyObject? {
        // The subscript of an array or a buffer would copy the weak reference first.
        targets.withUnsafeMutableBufferPointer { targets in
            guard let first = targets.baseAddress, targets.indices.contains(index) else { return nil }
            return first[index].object
        }
    }

    final func exists(_ index: Int, _ target: AnyObject, _ group: AnyBindingGroup) -> Bool {
        bindings[index].group === group && bindings[index].targetID == ObjectIdentifier(target)
    }

    final func apply(_ index: Int) {
        guard let group = bindings[index].group, let target = target(index) else { return }
        apply(index, target, group)
    }

    /// Applies changed values, or `all`, to the visible bindings.
    final func applyValues(all: Bool = false) {
        pinning {
            for index in bindings.indices {
                let binding = bindings[index]
                guard let group = binding.group, all || group.isChanged else { continue }
                if binding.isHidden {
                    bindings[index].isStale = true
                } else if let target = target(index) {
                    apply(index, target, group)
                }
            }
        }
    }

    final func pinning(_ body: () -> Void) {
        pins += 1
        body()
        pins -= 1
    }

    /// Removes free entries if most are free. Returns the new indices by the old ones; `nil` if nothing moved.
    final func compact() -> [Int32]? {
        guard pins == 0, bindings.capacity > 8, bindings.capacity > 4 * count else { return nil }
        let kept = bindings.indices.filter { bindings[$0].group != nil }
        var moved = [Int32](repeating: -1, count: bindings.count)
        for (new, old) in kept.enumerated() { moved[old] = Int32(new) }
        bindings = kept.map { bindings[$0] }
        targets = kept.map { targets[$0] }
        firstFree = -1
        keepData(of: kept)
        return moved
    }
}

/// The key of a list. Lists of equal keys have the same type, so downcasts are safe: equal key paths have equal
/// types, and the key of closures is the type of their list.
enum BindingListKey: Hashable {
    case property(AnyKeyPath)
    case closures(ObjectIdentifier)

    /// Compares by identity: a key path literal is one object.
    func isIdentical(to other: BindingListKey) -> Bool {
        switch (self, other) {
        case (.property(let left), .property(let right)): left === right
        case (.closures(let left), .closures(let right)): left == right
        default: false
        }
    }
}

/// The part of a target that is bound. A target has at most one binding for each slot.
enum BindingSlot: Equatable {
    case list(BindingListKey)
    case named(String)
    case callback
}
