/// A pattern over paths: `*` and `?` stay within a part, the part `**` stands for any number of parts, also none.
package struct Glob: Hashable, Sendable {
    package let pattern: String
    private let parts: [[Unicode.Scalar]]

    /// A path taken apart, to be held against many patterns.
    package struct Path {
        fileprivate let parts: [[Unicode.Scalar]]

        package init(_ path: String) { parts = Glob.split(path) }
    }

    package init(_ pattern: String) {
        self.pattern = pattern
        parts = Self.split(pattern)
    }

    /// Cost: at most the product of both lengths.
    package func matches(_ path: String) -> Bool { matches(Path(path)) }

    package func matches(_ path: Path) -> Bool {
        Self.match(parts, path.parts, star: ["*", "*"]) { pattern, part in
            Self.match(pattern, part, star: "*") { $0 == "?" || $0 == $1 }
        }
    }

    private static func split(_ text: String) -> [[Unicode.Scalar]] {
        text.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false).map(Array.init)
    }

    /// Greedy matching: on a mismatch the last star takes one item more, and nothing before it is looked at again.
    private static func match<Item: Equatable>(
        _ pattern: [Item], _ items: [Item], star: Item, _ equal: (Item, Item) -> Bool
    ) -> Bool {
        var (at, item) = (0, 0)
        var retry: (at: Int, item: Int)?
        while item < items.count {
            if at < pattern.count, pattern[at] == star {
                retry = (at, item)
                at += 1
            } else if at < pattern.count, equal(pattern[at], items[item]) {
                at += 1
                item += 1
            } else if let last = retry {
                at = last.at + 1
                item = last.item + 1
                retry = (last.at, item)
            } else {
                return false
            }
        }
        return pattern[at...].allSatisfy { $0 == star }
    }
}

/// Patterns of which one has to match.
package struct GlobSet: Sendable {
    private var names: Set<String> = []
    private var globs: [Glob] = []

    package init(_ patterns: [String]) {
        for pattern in patterns {
            if pattern.utf8.contains(where: { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") }) {
                globs.append(Glob(pattern))
            } else {
                names.insert(pattern)
            }
        }
    }

    /// How many patterns a path has to be held against one by one.
    package var wildcardCount: Int { globs.count }

    /// Cost: that of the patterns with wildcards; names are looked up.
    package func matches(_ path: String) -> Bool {
        if names.contains(path) { return true }
        guard !globs.isEmpty else { return false }
        let path = Glob.Path(path)
        return globs.contains { $0.matches(path) }
    }
}
