import ThemeSystem
/// Finds the known name that is nearest to a misspelled one, for "did you mean". Thread-safe.
package final class NearMiss: Sendable {
    private let budget: Int
    /// The comparisons of bytes that remain, over all calls.
    private let rest: AtomicInteger

    package init(budget: Int = 20_000_000) {
        self.budget = budget
        rest = AtomicInteger(budget)
    }

    /// The comparisons of bytes, over all calls.
    package var spent: Int { budget - rest.value }

    /// Returns the candidate with the fewest edits: at most one, or at most a third of the longer name's length.
    package func suggestion(for name: String, among candidates: some Sequence<String>) -> String? {
        guard rest.value > 0 else { return nil }
        let own = Array(name.utf8)
        var distance = EditDistance()
        var best: (name: String, distance: Int)?
        for candidate in candidates where candidate != name {
            let count = candidate.utf8.count
            let limit = min(best.map { $0.distance - 1 } ?? .max, max(1, max(own.count, count) / 3))
            guard abs(own.count - count) <= limit else {
                guard rest.add(-16) >= 0 else { break }
                continue
            }
            guard rest.add(-own.count * count) >= 0 else { break }
            let edits = distance.between(own, Array(candidate.utf8))
            if edits <= limit { best = (candidate, edits) }
        }
        return best?.name
    }

    /// Returns the suggestion as a question, for a hint.
    package func question(for name: String, among candidates: some Sequence<String>) -> String? {
        suggestion(for: name, among: candidates).map { "did you mean '\($0)'?" }
    }
}

/// The number of insertions, deletions, replacements and swaps of neighbors, without regard to ASCII letter case.
private struct EditDistance {
    /// The last rows of the matrix, which all comparisons share.
    private var beforeLast: [Int] = []
    private var last: [Int] = []
    private var current: [Int] = []

    mutating func between(_ left: [UInt8], _ right: [UInt8]) -> Int {
        func lower(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
        last.removeAll(keepingCapacity: true)
        last.append(contentsOf: 0...right.count)
        for (row, own) in left.enumerated() {
            current.removeAll(keepingCapacity: true)
            current.append(row + 1)
            for (column, other) in right.enumerated() {
                let same = lower(own) == lower(other)
                var cost = min(last[column] + (same ? 0 : 1), last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, lower(own) == lower(right[column - 1]), lower(left[row - 1]) == lower(other) {
                    cost = min(cost, beforeLast[column - 1] + 1)
                }
                current.append(cost)
            }
            swap(&beforeLast, &last)
            swap(&last, &current)
        }
        return last[right.count]
    }
}
