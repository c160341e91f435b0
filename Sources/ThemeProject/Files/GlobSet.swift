struct GlobSet: Sendable {
    private var names: Set<String> = []
    private var globs: [Glob] = []

    init(_ patterns: [String]) {
        for pattern in patterns {
            if pattern.utf8.contains(where: { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") }) {
                globs.append(Glob(pattern))
            } else {
                names.insert(pattern)
            }
        }
    }

    /// The number of patterns that every path is compared with.
    var wildcardCount: Int { globs.count }

    /// Cost: one comparison for each pattern with wildcards, and one look-up for all others.
    func matches(_ path: String) -> Bool {
        if names.contains(path) { return true }
        guard !globs.isEmpty else { return false }
        let path = Glob.Path(path)
        return globs.contains { $0.matches(path) }
    }
}
