/// Finds the known name that is nearest to a misspelled one, for "did you mean". Thread-safe.
package final class NearMiss: Sendable {
    /// The comparisons of bytes that remain, over all calls.
    private let budget: AtomicInteger

    package init(budget: Int = 20_000_000) { self.budget = AtomicInteger(budget) }

    /// Returns the candidate with the fewest edits: at most one, or at most a third of the longer name's length.
    package func suggestion(for name: String, among candidates: some Sequence<String>) -> String? {
        guard budget.value > 0 else { return nil }
        let own = Array(name.utf8)
        var best: (name: String, distance: Int)?
        for candidate in candidates where candidate != name {
            let other = Array(candidate.utf8)
            let limit = min(best.map { $0.distance - 1 } ?? .max, max(1, max(own.count, other.count) / 3))
            guard abs(own.count - other.count) <= limit else {
                guard budget.add(-16) >= 0 else { break }
                continue
            }
            guard budget.add(-own.count * other.count) >= 0 else { break }
            let distance = Self.distance(own, other)
            if distance <= limit { best = (candidate, distance) }
        }
        return best?.name
    }

    /// The number of insertions, deletions, replacements and swaps of neighbors, without regard to ASCII letter case.
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        func lower(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for (row, own) in left.enumerated() {
            var current = [row + 1]
            for (column, other) in right.enumerated() {
                let same = lower(own) == lower(other)
                var cost = min(last[column] + (same ? 0 : 1), last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, lower(own) == lower(right[column - 1]), lower(left[row - 1]) == lower(other) {
                    cost = min(cost, beforeLast[column - 1] + 1)
                }
                current.append(cost)
            }
            (beforeLast, last) = (last, current)
        }
        return last[right.count]
    }
}
