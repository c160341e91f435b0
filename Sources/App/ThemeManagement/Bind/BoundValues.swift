/// The values that are bound at least once. A change reads and compares each once for all of its bindings.
@MainActor
final class BoundValues<ThemeType: Sendable> {
    /// Reads a group's value from the next theme. The closure hides the value's type.
    private typealias Stage = (_ old: ThemeType, _ new: ThemeType) throws -> StagedValue?

    private var groups: [ValueKey: AnyBindingGroup] = [:]
    private var ordered: [(group: AnyBindingGroup, stage: Stage)] = []

    nonisolated init() {}

    func group<Value>(of value: ThemeValue<ThemeType, Value>) -> BindingGroup<Value>? {
        guard let group = groups[value.key] else { return nil }
        return unsafeDowncast(group, to: BindingGroup<Value>.self)
    }

    func makeGroup<Value>(of value: ThemeValue<ThemeType, Value>, _ current: Value?) -> BindingGroup<Value> {
        let group = BindingGroup(value.key, current)
        group.orderedIndex = ordered.count
        ordered.append((group, { [unowned group] in try StagedValue(group, value, from: $0, to: $1) }))
        groups[value.key] = group
        return group
    }

    /// Removes a group without bindings. Returns its closures, which may hold objects of client code, to release later.
    func remove(_ group: AnyBindingGroup) -> Any? {
        guard groups[group.key] === group else { return nil }
        groups[group.key] = nil
        ordered.swapAt(group.orderedIndex, ordered.count - 1)
        ordered[group.orderedIndex].group.orderedIndex = group.orderedIndex
        return ordered.removeLast().stage
    }

    /// Reads the values that differ in the next theme. Changes nothing.
    func stage(from old: ThemeType, to new: ThemeType) throws -> [StagedValue] {
        var staged: [StagedValue] = []
        for (_, stage) in ordered {
            if let next = try stage(old, new) { staged.append(next) }
        }
        return staged
    }

    func shrink() {
        if groups.capacity > 64, groups.capacity > 4 * groups.count { groups = groups.filter { _ in true } }
        if ordered.capacity > 64, ordered.capacity > 4 * ordered.count { ordered = ordered.map { $0 } }
    }
}

class AnyBindingGroup {
    final let key: ValueKey
    final var count = 0
    final var isChanged = false
    final var orderedIndex = 0

    init(_ key: ValueKey) { self.key = key }
}

final class BindingGroup<Value>: AnyBindingGroup {
    let memory: ValueMemory<Value>

    init(_ key: ValueKey, _ current: Value?) {
        memory = ValueMemory(current)
        super.init(key)
    }
}

/// A value at a fixed address. Setters read it there, because copying a generic value takes as long as the setter.
final class ValueMemory<Value> {
    let pointer = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    private(set) var isSet = false

    init(_ value: Value?) { self.value = value }

    deinit {
        value = nil
        pointer.deallocate()
    }

    var value: Value? {
        get { isSet ? pointer.pointee : nil }
        set {
            // The old value is released last, because its `deinit` may call this object.
            let old = isSet ? pointer.move() : nil
            isSet = newValue != nil
            if let newValue { pointer.initialize(to: newValue) }
            withExtendedLifetime(old) {}
        }
    }
}

/// A bound value that changes with the next theme.
struct StagedValue {
    let group: AnyBindingGroup
    /// Stores the value in its group. Does not apply it to targets.
    let commit: () -> Void

    init<Value>(_ group: BindingGroup<Value>, _ next: Value?) {
        self.group = group
        commit = { group.memory.value = next }
    }

    /// Reads the value from the next theme; `nil` if it is the same in both themes. A value that cannot be read from
    /// the old theme was never applied, so it counts as different.
    init?<ThemeType: Sendable, Value>(
        _ group: BindingGroup<Value>, _ value: ThemeValue<ThemeType, Value>, from old: ThemeType, to new: ThemeType
    ) throws {
        if let differs = try? value.differs(old, new), !differs { return nil }
        self.init(group, try value.read(new))
    }
}
