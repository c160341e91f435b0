/// The linear order in which themes answer for a selection, which has at most one theme of each axis.
///
/// First come the combinations whose members are all selected: those with more members before those with fewer, and of
/// as many, that of the stronger axes. Then come the selected themes from the strongest axis to the weakest, each with
/// what it extends, and at last the default theme. A theme that is reached twice stands once, at its last place.
package struct ThemeOrder<ID: Hashable & Comparable & Sendable>: Sendable {
    /// The properties of a theme that decide the order.
    package struct Place: Sendable {
        let parent: ID?
        let axis: ThemeAxis?
        /// Of a combination, the themes that it is for; else empty.
        let members: [ID]

        /// - Parameter parent: `nil` means the default theme.
        package init(parent: ID?, axis: ThemeAxis?, members: [ID]) {
            self.parent = parent
            self.axis = axis
            self.members = members
        }
    }

    package struct SharedAxis: Error, Hashable, Sendable, CustomStringConvertible {
        package let first: ID
        package let second: ID
        /// `nil` for the axis without a name.
        package let axis: ThemeAxis?

        package init(first: ID, second: ID, axis: ThemeAxis?) {
            self.first = first
            self.second = second
            self.axis = axis
        }

        package var description: String {
            "'\(first)' and '\(second)' are both on \(axis.map { "the axis '\($0)'" } ?? "the axis without a name")"
        }
    }

    /// The combinations whose sorted members begin with some themes.
    private struct Beginning: Sendable {
        var count = 0
        /// Those with no other members.
        var whole: [ID] = []
    }

    package private(set) var axes: [ThemeAxis] = []
    private let base: ID
    private var places = SharedDictionary<ID, Place>()
    private var ranks: [ThemeAxis: Int] = [:]
    private var combinations = SharedDictionary<[ID], Beginning>()
    /// The themes that extend a theme or combine it, even if it does not exist.
    private var dependents = SharedDictionary<ID, [ID]>()

    /// - Parameters:
    ///   - axes: from the weakest to the strongest. A theme on another axis counts as one without an axis.
    ///   - places: of all themes.
    // A project asks with the names of folders.
    #if compiler(>=6.3)
        @specialized(where ID == String)
    #endif
    package init(default base: ID, axes: [ThemeAxis] = [], places: [ID: Place] = [:]) {
        self.base = base
        self.axes = axes
        ranks = Self.ranks(of: axes)
        for (id, place) in places {
            self.places[id] = place
            register(id, at: place, isNew: true)
        }
    }

    private static func ranks(of axes: [ThemeAxis]) -> [ThemeAxis: Int] {
        Dictionary(axes.enumerated().map { ($1, $0 + 1) }) { first, _ in first }
    }

    /// Changes the places of themes; `nil` removes one. Returns all themes that can then have another chain, and the
    /// members of changed combinations: a selection without any of these has the same chain as before.
    ///
    /// Cost: that of the result. A change of the default theme changes every chain.
    @discardableResult
    package mutating func change(_ changes: [ID: Place?], axes: [ThemeAxis]) -> Set<ID> {
        self.axes = axes
        ranks = Self.ranks(of: axes)
        var members: Set<ID> = []
        var waiting = Array(changes.keys)
        for (id, place) in changes {
            let known = places[id]
            places[id] = place
            for (place, isNew) in [(known, false), (place, true)] {
                guard let place else { continue }
                register(id, at: place, isNew: isNew)
                // Larger combinations contain this one.
                let fewest = place.members.min { dependents[$0]?.count ?? 0 < dependents[$1]?.count ?? 0 }
                waiting += (fewest.flatMap { dependents[$0] } ?? []).filter { places[$0]?.members.isEmpty == false }
                members.formUnion(place.members)
            }
        }
        guard !changes.keys.contains(base) else { return Set(places.entries.map { $0.key }).union(changes.keys) }
        var affected: Set<ID> = []
        while let id = waiting.popLast() {
            if affected.insert(id).inserted { waiting += dependents[id] ?? [] }
        }
        return affected.union(members)
    }

    private mutating func register(_ id: ID, at place: Place, isNew: Bool) {
        if let parent = place.parent { register(id, asDependentOf: parent, isNew: isNew) }
        guard !place.members.isEmpty else { return }
        let members = Set(place.members).sorted()
        for member in members { register(id, asDependentOf: member, isNew: isNew) }
        for count in 0..<members.count {
            let isWhole = count + 1 == members.count
            let first = Array(members[...count])
            var beginning = combinations[first] ?? Beginning()
            beginning.count += isNew ? 1 : -1
            if isWhole, isNew { beginning.whole.append(id) }
            if isWhole, !isNew { beginning.whole.removeAll { $0 == id } }
            combinations[first] = beginning.count > 0 ? beginning : nil
        }
    }

    private mutating func register(_ id: ID, asDependentOf other: ID, isNew: Bool) {
        guard other != base else { return }
        var ids = dependents[other] ?? []
        if isNew { ids.append(id) } else { ids.removeAll { $0 == id } }
        dependents[other] = ids.isEmpty ? nil : ids
    }

    /// Returns the cycle of a chain that contains a changed theme; `nil` if there is none.
    ///
    /// - Parameter affected: the result of ``change(_:axes:)``.
    package func cycle(through changed: some Sequence<ID>, _ affected: Set<ID>) -> [ID]? {
        var sound: Set<ID> = [base]
        let hasCycle = changed.contains { id in
            guard dependents[id] != nil else { return false }
            var path: Set<ID> = []
            var next: ID? = id
            while let theme = next, !sound.contains(theme) {
                guard path.insert(theme).inserted else { return true }
                next = places[theme]?.parent
            }
            sound.formUnion(path)
            return false
        }
        // In order, so that a cycle always has the same description.
        return hasCycle ? affected.sorted().lazy.compactMap { chain(ofTheme: $0).cycle }.first : nil
    }

    /// The axis of a theme; `nil` for the one without a name.
    package func axis(of id: ID) -> ThemeAxis? { places[id]?.axis.flatMap { ranks[$0] == nil ? nil : $0 } }

    /// The themes that can be selected on each axis, from the weakest: at first those without an axis. Sorted by id.
    package var choices: [[ID]] {
        var choices = [[ID]](repeating: [], count: axes.count + 1)
        for (id, place) in places.entries where id != base && place.members.isEmpty {
            choices[rank(of: place.axis)].append(id)
        }
        return choices.map { $0.sorted() }
    }

    private func rank(of axis: ThemeAxis?) -> Int { axis.flatMap { ranks[$0] } ?? 0 }

    /// - Parameter axes: of themes that are not among those of this order.
    private func rank(of id: ID, or axes: [ID: ThemeAxis] = [:]) -> Int {
        if let place = places[id] { rank(of: place.axis) } else { rank(of: axes[id]) }
    }

    /// Returns the selection of some ids, from the weakest axis to the strongest. A combination stands for its members.
    /// The default theme selects nothing.
    package func selection(of ids: [ID]) throws(SharedAxis) -> [ID] {
        var byRank: [Int: ID] = [:]
        for id in members(of: ids) {
            let rank = rank(of: id)
            if let other = byRank[rank], other != id {
                throw SharedAxis(first: other, second: id, axis: axis(of: id))
            }
            byRank[rank] = id
        }
        return byRank.sorted { $0.key < $1.key }.map { $0.value }
    }

    /// Returns a selection in which each of the ids takes the place of the theme of its axis. Of the default theme, the
    /// selection is empty.
    ///
    /// - Parameter axes: of ids that are not among the themes of this order.
    package func selection(of id: ID, after others: [ID], axes: [ID: ThemeAxis] = [:]) -> [ID] {
        let new = members(of: [id])
        let newRanks = Set(new.map { rank(of: $0, or: axes) })
        let kept = id == base ? [] : members(of: others).filter { !newRanks.contains(rank(of: $0, or: axes)) }
        return (kept + new).sorted { rank(of: $0, or: axes) < rank(of: $1, or: axes) }
    }

    /// Returns a selection without the theme of an axis.
    ///
    /// - Parameter axes: of ids that are not among the themes of this order.
    package func selection(clearing axis: ThemeAxis?, of others: [ID], axes: [ID: ThemeAxis] = [:]) -> [ID] {
        let cleared = rank(of: axis)
        return others.filter { rank(of: $0, or: axes) != cleared }
    }

    private func members(of ids: [ID]) -> [ID] {
        ids.flatMap { id in
            let members = places[id]?.members ?? []
            return members.isEmpty ? [id] : members
        }.filter { $0 != base }
    }

    package func chain(of selection: [ID]) -> ThemeChain<ID> {
        let strongFirst = selection.sorted { rank(of: $0) > rank(of: $1) }
        return ThemeChain(
            joining: (strongFirst.isEmpty ? [base] : strongFirst).map(ownChain), after: combinations(in: selection))
    }

    /// Returns the combinations whose members are all selected, in the order in which they answer.
    private func combinations(in selection: [ID]) -> [ID] {
        guard combinations.count > 0 else { return [] }
        var found: [(id: ID, ranks: [Int])] = []
        func visit(_ first: [ID], _ others: ArraySlice<ID>) {
            for index in others.indices {
                let first = first + [others[index]]
                guard let beginning = combinations[first] else { continue }
                let ranks = first.map { rank(of: $0) }.sorted(by: >)
                found += beginning.whole.map { ($0, ranks) }
                visit(first, others[(index + 1)...])
            }
        }
        visit([], Set(selection).sorted()[...])
        return found.sorted { left, right in
            if left.ranks.count != right.ranks.count { return left.ranks.count > right.ranks.count }
            if left.ranks != right.ranks { return right.ranks.lexicographicallyPrecedes(left.ranks) }
            return left.id < right.id
        }.map { $0.id }
    }

    /// Returns the order for one theme. That of a combination is the order for its members, the combination first.
    // A project asks with the names of folders.
    #if compiler(>=6.3)
        @specialized(where ID == String)
    #endif
    package func chain(ofTheme id: ID) -> ThemeChain<ID> {
        guard let members = places[id]?.members, !members.isEmpty else { return ownChain(of: id) }
        return ThemeChain(joining: [chain(of: members.filter { places[$0] != nil })], after: [id])
    }

    private func ownChain(of id: ID) -> ThemeChain<ID> {
        ThemeChain(of: id, default: base) {
            places[$0] != nil
        } parent: {
            places[$0]?.parent
        }
    }
}

/// Not generic, so that the compiler specializes it: a project can have tens of thousands of selections.
extension ThemeOrder where ID == String {
    /// Calls `body` with each selection of at least two themes, those of fewer themes first.
    ///
    /// - Parameters:
    ///   - number: returns what stands for a theme in selections; `nil` leaves the theme out.
    ///   - isWanted: leaves selections out that have no theme for which it is `true`. They cost nothing.
    ///   - countMax: leaves selections of more themes out.
    package func forEachSelection(
        upTo countMax: Int = .max, of number: (String) -> Int?,
        containing isWanted: (String) -> Bool = { _ in true },
        _ body: (_ selection: [Int]) -> Void
    ) {
        let choices = choices.map { ids in
            ids.compactMap { id in number(id).map { (number: $0, isWanted: isWanted(id)) } }
        }
        guard let lastWanted = choices.lastIndex(where: { $0.contains { $0.isWanted } }) else { return }
        var selection: [Int] = []
        func visit(_ axis: Int, _ left: Int, _ isComplete: Bool) {
            guard left > 0 else { return body(selection) }
            guard choices.count - axis >= left, isComplete || axis <= lastWanted else { return }
            for (number, isWanted) in choices[axis] where left > 1 || isComplete || isWanted {
                selection.append(number)
                visit(axis + 1, left - 1, isComplete || isWanted)
                selection.removeLast()
            }
            visit(axis + 1, left, isComplete)
        }
        for count in 2..<max(min(choices.count, countMax) + 1, 2) { visit(0, count, false) }
    }

    /// Returns the number of selections that have a wanted theme, also of one theme, and of the selection of none;
    /// `nil` if it is too large for an `Int`.
    package func selectionCount(containing isWanted: (String) -> Bool = { _ in true }) -> Int? {
        func product(_ counts: [Int]) -> Int? {
            counts.reduce(1) { product, count -> Int? in
                guard let (next, isTooLarge) = product?.multipliedReportingOverflow(by: count + 1) else { return nil }
                return isTooLarge ? nil : next
            }
        }
        let choices = choices
        guard let all = product(choices.map { $0.count }) else { return nil }
        return product(choices.map { $0.count { !isWanted($0) } }).map { all - $0 + 1 }
    }
}
