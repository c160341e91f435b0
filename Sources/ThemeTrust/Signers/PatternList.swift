/// Patterns of ssh_config(5), joined by commas: `*` stands for any characters, `?` for one byte, `!` before a pattern
/// excludes what it matches.
struct PatternList: Hashable, Sendable {
    let text: String
    private let patterns: [Pattern]

    private struct Pattern: Hashable, Sendable {
        let isExcluded: Bool
        let bytes: [UInt8]
    }

    /// The most bytes of a pattern. In OpenSSH a list with a longer one matches nothing.
    static let patternLengthMax = 1023

    /// Returns `nil` if a pattern is empty or too long.
    init?(_ text: some StringProtocol) {
        self.text = String(text)
        var patterns: [Pattern] = []
        for part in text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
            let isExcluded = part.first == UInt8(ascii: "!")
            let pattern = Array(isExcluded ? part.dropFirst() : part)
            guard !pattern.isEmpty, pattern.count <= Self.patternLengthMax else { return nil }
            patterns.append(Pattern(isExcluded: isExcluded, bytes: pattern))
        }
        self.patterns = patterns
    }

    /// Returns whether one pattern matches the whole name, and no pattern excludes it.
    func matches(_ name: String) -> Bool {
        let name = Array(name.utf8)
        let matching = patterns.filter { Self.matches(name, $0.bytes) }
        return !matching.isEmpty && !matching.contains(where: \.isExcluded)
    }

    /// Takes time linear in the product of the lengths. Only the last `*` needs other attempts.
    private static func matches(_ name: [UInt8], _ pattern: [UInt8]) -> Bool {
        var (position, place) = (0, 0)
        var star: (position: Int, place: Int)?
        while position < name.count {
            if place < pattern.count, pattern[place] == UInt8(ascii: "*") {
                star = (position, place)
                place += 1
            } else if place < pattern.count, pattern[place] == UInt8(ascii: "?") || pattern[place] == name[position] {
                position += 1
                place += 1
            } else if let last = star {
                star = (last.position + 1, last.place)
                position = last.position + 1
                place = last.place + 1
            } else {
                return false
            }
        }
        return pattern[place...].allSatisfy { $0 == UInt8(ascii: "*") }
    }
}
