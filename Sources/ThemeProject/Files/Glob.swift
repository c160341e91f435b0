/// A pattern for paths. `*` and `?` match within a component; the component `**` matches any number of components,
/// including none.
package struct Glob: Hashable, Sendable {
    package let pattern: String
    private let parts: [[Unicode.Scalar]]

    /// A path split into its components once, to compare it with many patterns.
    package struct Path {
        fileprivate let parts: [[Unicode.Scalar]]

        package init(_ path: String) { parts = Glob.split(path) }
    }

    package init(_ pattern: String) {
        self.pattern = pattern
        parts = Self.split(pattern)
    }

    /// Whether it can match more than one path.
    package var hasWildcards: Bool {
        pattern.utf8.contains { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") }
    }

    package func matches(_ path: String, _ budget: WorkBudget) -> Bool { matches(Path(path), budget) }

    /// Cost: at most the product of both lengths, which the budget pays. Without budget, nothing matches.
    package func matches(_ path: Path, _ budget: WorkBudget) -> Bool {
        let rest = budget.rest(of: .patterns)
        var left = rest
        let isMatch = Self.match(parts, path.parts, star: ["*", "*"], &left) { pattern, part, left in
            Self.match(pattern, part, star: "*", &left) { pattern, part, _ in pattern == "?" || pattern == part }
        }
        return budget.spend(rest - left, on: .patterns) && isMatch
    }

    private static func split(_ text: String) -> [[Unicode.Scalar]] {
        text.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false).map(Array.init)
    }

    /// Matches greedily: after a mismatch, the last star takes one more item.
    private static func match<Item: Equatable>(
        _ pattern: [Item], _ items: [Item], star: Item, _ left: inout Int, _ equal: (Item, Item, inout Int) -> Bool
    ) -> Bool {
        var (patternIndex, itemIndex) = (0, 0)
        var retry: (patternIndex: Int, itemIndex: Int)?
        while itemIndex < items.count {
            left -= 1
            // One more than the budget has: the payment fails.
            if left < 0 { return false }
            if patternIndex < pattern.count, pattern[patternIndex] == star {
                retry = (patternIndex, itemIndex)
                patternIndex += 1
            } else if patternIndex < pattern.count, equal(pattern[patternIndex], items[itemIndex], &left) {
                patternIndex += 1
                itemIndex += 1
            } else if let last = retry {
                patternIndex = last.patternIndex + 1
                itemIndex = last.itemIndex + 1
                retry = (last.patternIndex, itemIndex)
            } else {
                return false
            }
        }
        return pattern[patternIndex...].allSatisfy { $0 == star }
    }
}

package struct GlobSet: Sendable {
    private var plainPatterns: Set<String> = []
    private var globs: [Glob] = []

    package init(_ patterns: [String]) {
        for pattern in patterns {
            let glob = Glob(pattern)
            if glob.hasWildcards {
                globs.append(glob)
            } else {
                plainPatterns.insert(pattern)
            }
        }
    }

    /// The number of patterns that every path is compared with.
    var wildcardCount: Int { globs.count }

    /// Cost: one comparison for each pattern with wildcards, and one look-up for all others.
    package func matches(_ path: String, _ budget: WorkBudget) -> Bool {
        if plainPatterns.contains(path) { return true }
        guard !globs.isEmpty else { return false }
        let path = Glob.Path(path)
        return globs.contains { $0.matches(path, budget) }
    }
}
