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
