/// A pattern for paths. `*` and `?` match within a component; the component `**` matches any number of components,
/// including none.
package struct Glob: Hashable, Sendable {
    private let text: ExactText
    package var pattern: String { text.string }

    package init(_ pattern: String) { text = ExactText(pattern) }

    /// Whether it can match more than one path.
    package var hasWildcards: Bool {
        pattern.utf8.contains { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") }
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
        let set = GlobSet(globs)
        // The project's budget does not pay for a hint.
        let budget = WorkBudget()
        var matching: Set<Glob> = []
        for path in paths where matching.count < globs.count {
            matching.formUnion(set.indexes(matching: String(path), budget).map { globs[$0] })
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
}

/// Patterns that are compared with a path together, so that many take hardly more time than one.
package struct GlobSet: Hashable, Sendable {
    private let globs: [Glob]
    private var plain: [ExactText: [Int]] = [:]
    private var tree = PatternTree()

    package init(_ globs: [Glob]) {
        self.globs = globs
        for (index, glob) in globs.enumerated() {
            if glob.hasWildcards {
                tree.insert(glob.pattern, index)
            } else {
                plain[ExactText(glob.pattern), default: []].append(index)
            }
        }
    }

    package static func == (left: Self, right: Self) -> Bool { left.globs == right.globs }

    package func hash(into hasher: inout Hasher) { hasher.combine(globs) }

    /// The number of patterns that can match more than one path.
    var wildcardCount: Int { globs.count(where: \.hasWildcards) }

    package var patterns: some Collection<String> { globs.lazy.map(\.pattern) }

    /// Whether a pattern without wildcards is this path.
    func names(_ path: String) -> Bool { plain[ExactText(path)] != nil }

    package func matches(_ path: String, _ budget: WorkBudget) -> Bool {
        names(path) || !tree.indexes(matching: path, budget).isEmpty
    }

    /// Returns the indexes of the patterns that match, in order. Without budget, no pattern with wildcards matches.
    package func indexes(matching path: String, _ budget: WorkBudget) -> [Int] {
        let found = (plain.isEmpty ? nil : plain[ExactText(path)]) ?? []
        return (found + tree.indexes(matching: path, budget)).sorted()
    }
}
