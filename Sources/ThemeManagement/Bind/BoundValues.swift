/// The bound values. A change compares each of them once, whatever the number of its bindings.
@MainActor
final class BoundValues<ThemeType: Sendable> {
    /// Reads a group's value from the next theme. It hides the type of the value.
    private typealias Stage = (_ old: ThemeType, _ new: ThemeType) throws -> StagedValue?

    private var groups: [ValueKey: AnyBindingGroup] = [:]
    private var ordered: [(group: AnyBindingGroup, stage: Stage)] = []

    nonisolated init() {}

    /// The group of a value that is already bound.
    func group<Value>(of value: ThemeValue<ThemeType, Value>) -> BindingGroup<Value>? {
        guard let group = groups[value.key] else { return nil }
        // The key contains the type.
        return unsafeDowncast(group, to: BindingGroup<Value>.self)
    }

    /// Makes the group of a value that is not bound yet.
    ///
    /// - Parameter current: the value in the theme in force.
    func makeGroup<Value>(of value: ThemeValue<ThemeType, Value>, _ current: Value?) -> BindingGroup<Value> {
        let group = BindingGroup(value.key, current)
        group.index = ordered.count
        ordered.append((group, { [unowned group] in try StagedValue(group, value, from: $0, to: $1) }))
        groups[value.key] = group
        return group
    }

    /// Removes an empty group.
    func remove(_ group: AnyBindingGroup) {
        guard groups[group.key] === group else { return }
        groups[group.key] = nil
        let last = ordered.removeLast()
        guard last.group !== group else { return }
        last.group.index = group.index
        ordered[group.index] = last
    }

    /// Reads the values that differ in the next theme.
    ///
    /// - Throws: the errors of reading it. Nothing has changed then.
    func stage(from old: ThemeType, to new: ThemeType) throws -> [StagedValue] {
        var staged: [StagedValue] = []
        for (_, stage) in ordered {
            if let next = try stage(old, new) { staged.append(next) }
        }
        return staged
    }

    /// Frees unused memory.
    func shrink() {
        if groups.capacity > 64, groups.capacity > 4 * groups.count { groups = groups.filter { _ in true } }
        if ordered.capacity > 64, ordered.capacity > 4 * ordered.count { ordered = Array(ordered[...]) }
    }
}

/// A value that changes with the next theme.
struct StagedValue {
    let group: AnyBindingGroup
    /// Stores the value in its group. Does not apply it to targets.
    let commit: () -> Void

    init<Value>(_ group: BindingGroup<Value>, _ next: Value?) {
        self.group = group
        commit = { group.memory.value = next }
    }

    /// Reads the value from the next theme; `nil` if it is the same in both themes.
    init?<ThemeType: Sendable, Value>(
        _ group: BindingGroup<Value>, _ value: ThemeValue<ThemeType, Value>, from old: ThemeType, to new: ThemeType
    ) throws {
        guard try value.differs(old, new) else { return nil }
        self.init(group, try value.read(new))
    }
}
