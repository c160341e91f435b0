extension ThemeManager {
    /// Returns the group of a value, and makes it if the value is bound for the first time.
    ///
    /// A new group's value is also read from selections that are not yet in force, so that they cannot fail later.
    @MainActor
    func group<Value>(of value: ThemeValue<ThemeType, Value>) throws(ManagerError) -> BindingGroup<Value> {
        if let known = bindings.values.group(of: value) { return known }
        recordRequest(value.key)
        return try newGroup(of: value)
    }

    // Separate, as its variables of generic types would slow down the fast path.
    @MainActor
    @inline(never)
    private func newGroup<Value>(of value: ThemeValue<ThemeType, Value>) throws(ManagerError) -> BindingGroup<Value> {
        var last = published.value
        let outer = reading
        reading = last
        defer { reading = outer }
        do {
            let current = try value.read(last.theme)
            let upcoming = [announced, pending, preparing].compactMap { $0 }
            let values = try upcoming.map { upcoming in
                last = upcoming.selection
                return try value.read(last.theme)
            }
            // Reading may have bound the same value.
            if let known = bindings.values.group(of: value) { return known }
            let group = bindings.values.makeGroup(of: value, current)
            var next = values.makeIterator()
            if announced != nil, let value = next.next() { announced?.staged.append(StagedValue(group, value)) }
            if pending != nil, let value = next.next() { pending?.staged.append(StagedValue(group, value)) }
            if preparing != nil, let value = next.next() { preparing?.staged.append(StagedValue(group, value)) }
            return group
        } catch {
            throw .unusableValue(id: last.id.text, reason: error)
        }
    }
}
