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

    /// The most unused patterns for which a run looks for what was meant.
    static let questionsMax = 20

    /// Returns a hint with the pattern that was probably meant, if it was written as other tools do: `*.psd` and
    /// `drafts` for any folder, `{a,b}` and `[ab]` for one of several, `!x` for an exception.
    func question(among paths: some Sequence<some StringProtocol>) -> String? {
        if pattern.hasPrefix("!") {
            return "no pattern takes back another one: list what is meant, without '!'"
        }
        var meant = Self.expanded(pattern)
        let isRelative = !pattern.utf8.contains(UInt8(ascii: "/"))
        if isRelative { meant += meant.map { "**/\($0)" } + meant.map { "**/\($0)/**" } }
        let globs = meant.filter { $0 != pattern }.map { Glob($0) }
        var matching: [Glob] = []
        // The project's budget does not pay for a hint.
        let budget = WorkBudget()
        for path in paths where matching.count < globs.count {
            let path = Path(String(path))
            matching += globs.filter { glob in !matching.contains(glob) && glob.matches(path, budget) }
        }
        // A pattern for what is in a folder matches the folder's name as well.
        let shown = globs.filter { glob in
            matching.contains(glob) && !matching.contains { glob.pattern == $0.pattern + "/**" }
        }.map { "'\($0.pattern)'" }
        return shown.isEmpty ? nil : "did you mean \(shown.joined(separator: " and "))?"
    }

    /// Writes out the first brackets of the notation of shells: `{a,b}` and `[ab]`.
    private static func expanded(_ pattern: String) -> [String] {
        for (open, close) in [("{", "}"), ("[", "]")] as [(Character, Character)] {
            guard let start = pattern.firstIndex(of: open), let end = pattern[start...].firstIndex(of: close) else {
                continue
            }
            let content = pattern[start..<end].dropFirst()
            let items = open == "{" ? content.split(separator: ",").map(String.init) : content.map { String($0) }
            guard items.count <= 16 else { return [] }
            if open == "[", content.contains("-") || content.first == "!" {
                return ["\(pattern[..<start])?\(pattern[end...].dropFirst())"]
            }
            return items.map { "\(pattern[..<start])\($0)\(pattern[end...].dropFirst())" }
        }
        return [pattern]
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

    /// Whether a pattern without wildcards is this path.
    func names(_ path: String) -> Bool { plainPatterns.contains(ExactText(path)) }

    /// Cost: one comparison for each pattern with wildcards, and one look-up for all others.
    package func matches(_ path: String, _ budget: WorkBudget) -> Bool {
        if plainPatterns.contains(ExactText(path)) { return true }
        guard !globs.isEmpty else { return false }
        let path = Glob.Path(path)
        return globs.contains { $0.matches(path, budget) }
    }
}
