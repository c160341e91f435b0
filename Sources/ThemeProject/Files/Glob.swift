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

    /// Matches greedily: after a mismatch, the last star takes one more item.
    private static func match<Item: Equatable>(
        _ pattern: [Item], _ items: [Item], star: Item, _ equal: (Item, Item) -> Bool
    ) -> Bool {
        var (patternIndex, itemIndex) = (0, 0)
        var retry: (patternIndex: Int, itemIndex: Int)?
        while itemIndex < items.count {
            if patternIndex < pattern.count, pattern[patternIndex] == star {
                retry = (patternIndex, itemIndex)
                patternIndex += 1
            } else if patternIndex < pattern.count, equal(pattern[patternIndex], items[itemIndex]) {
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
