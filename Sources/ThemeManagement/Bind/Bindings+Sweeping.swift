/// Removal of the bindings of dead targets, which ``Sweep`` starts.
extension Bindings {
    /// Checks the next places, in a circle, and removes bindings of dead targets.
    ///
    /// - Returns: the number of removed bindings.
    @discardableResult
    func sweep(_ steps: Int) -> Int {
        var removed = 0
        for _ in 0..<steps {
            guard let (list, number) = nextToSweep() else { break }
            guard list.bindings[number].group != nil, list.target(number) == nil else { continue }
            let id = list.bindings[number].targetID
            // All of these belong to the dead target: a new object at its address would have removed them.
            let ends = targets[id].map { chain(from: $0).map(detach) } ?? []
            targets[id] = nil
            for end in ends { end() }
            removed += ends.count
        }
        return removed
    }

    private func nextToSweep() -> (AnyBindingList, Int)? {
        guard count > 0 else { return nil }
        while true {
            if sweepPlace.list >= lists.count { sweepPlace = BindingPlace(list: 0, number: 0) }
            if let list = lists[Int(sweepPlace.list)], sweepPlace.number < list.bindings.count {
                sweepPlace.number += 1
                return (list, Int(sweepPlace.number) - 1)
            }
            sweepPlace = BindingPlace(list: sweepPlace.list + 1, number: 0)
        }
    }

    /// Frees unused memory.
    func shrink() {
        var moved: [Int32: [Int32]] = [:]
        for list in lists { if let list { moved[list.number] = list.pack() } }
        func follow(_ place: BindingPlace) -> BindingPlace {
            guard let places = moved[place.list] else { return place }
            return BindingPlace(list: place.list, number: places[Int(place.number)])
        }
        if !moved.isEmpty {
            targets = targets.mapValues(follow)
            for list in lists.compactMap(\.self) {
                for number in list.bindings.indices where list.bindings[number].group != nil {
                    list.bindings[number].next = follow(list.bindings[number].next)
                }
            }
        }
        if targets.capacity > 64, targets.capacity > 4 * targets.count { targets = targets.filter { _ in true } }
        values.shrink()
    }
}
