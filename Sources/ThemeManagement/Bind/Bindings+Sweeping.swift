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
