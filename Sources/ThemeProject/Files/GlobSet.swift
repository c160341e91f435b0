struct GlobSet: Sendable {
    private var plainPatterns: Set<String> = []
    private var globs: [Glob] = []

    init(_ patterns: [String]) {
        for pattern in patterns {
            if pattern.utf8.contains(where: { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") }) {
                globs.append(Glob(pattern))
            } else {
                plainPatterns.insert(pattern)
            }
        }
    }

    /// The number of patterns that every path is compared with.
    var wildcardCount: Int { globs.count }

    /// Cost: one comparison for each pattern with wildcards, and one look-up for all others.
    func matches(_ path: String) -> Bool {
        if plainPatterns.contains(path) { return true }
        guard !globs.isEmpty else { return false }
        let path = Glob.Path(path)
        return globs.contains { $0.matches(path) }
    }
}
