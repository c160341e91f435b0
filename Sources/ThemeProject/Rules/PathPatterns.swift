import ThemeModel

/// A list of patterns in `themepack.json` for paths relative to the project.
struct PathPatterns: Sendable {
    struct Pattern: Sendable {
        let glob: Glob
        /// The path and the position in `themepack.json`.
        let key: SettingPath
        let position: SourcePosition?
    }

    private(set) var patterns: [Pattern] = []
    private var set = GlobSet([])

    static let none = PathPatterns()

    private init() {}

    /// Reads a list of patterns.
    init(at path: SettingPath, _ reader: MemberReader, _ limits: ProjectLimits) throws(SourceError) {
        guard case .list(let items)? = reader.value(at: path), !items.isEmpty else {
            throw reader.problem(
                path, "expected a list of patterns for paths", hint: "such as [\"themes/year/drafts/**\", \"**/*.psd\"]"
            )
        }
        for (index, item) in items.enumerated() {
            let key = path.appending(String(index))
            guard let text = item.string, !text.isEmpty else { throw reader.problem(key, "expected a pattern") }
            // A path never looks like this, so the pattern could not match.
            let components = text.split(separator: "/", omittingEmptySubsequences: false)
            guard components.allSatisfy({ !["", ".", ".."].contains($0) }) else {
                throw reader.problem(
                    key, "'\(text)' matches no path: paths are relative to the project, without '.', '..' and '//'",
                    hint: "such as \"themes/year/drafts/**\"")
            }
            patterns.append(
                Pattern(glob: Glob(text), key: key, position: reader.document.valuePositions[key]))
        }
        set = GlobSet(patterns.map(\.glob.pattern))
        guard set.wildcardCount <= limits.resourcePatterns else {
            throw reader.problem(
                path, "has more than \(limits.resourcePatterns) patterns with wildcards",
                hint: "name folders: \"themes/year/drafts/**\"")
        }
    }

    var isEmpty: Bool { patterns.isEmpty }

    func matches(_ path: String, _ budget: WorkBudget) -> Bool { !isEmpty && set.matches(path, budget) }

    /// Returns the indexes of all patterns that match. Cost: one comparison for each pattern.
    func indexes(matching path: String, _ budget: WorkBudget) -> [Int] {
        let path = Glob.Path(path)
        return patterns.indices.filter { patterns[$0].glob.matches(path, budget) }
    }
}
