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
        let isMatch = ThemeModel.matches(path.parts, parts, star: ["*", "*"], &left) { part, pattern, left in
            ThemeModel.matches(part, pattern, star: "*", &left) { item, mark, _ in mark == "?" || mark == item }
        }
        return budget.spend(rest - left, on: .patterns) && isMatch
    }

    private static func split(_ text: String) -> [[Unicode.Scalar]] {
        text.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false).map(Array.init)
    }
}

package struct GlobSet: Hashable, Sendable {
    private var plainPatterns: Set<ExactText> = []
    private var globs: [Glob] = []

    package init(_ patterns: [String]) {
        for pattern in patterns {
            let glob = Glob(pattern)
            if glob.hasWildcards {
                globs.append(glob)
            } else {
                plainPatterns.insert(ExactText(pattern))
            }
        }
    }

    /// The number of patterns that every path is compared with.
    var wildcardCount: Int { globs.count }

    /// Cost: one comparison for each pattern with wildcards, and one look-up for all others.
    package func matches(_ path: String, _ budget: WorkBudget) -> Bool {
        if plainPatterns.contains(ExactText(path)) { return true }
        guard !globs.isEmpty else { return false }
        let path = Glob.Path(path)
        return globs.contains { $0.matches(path, budget) }
    }
}
