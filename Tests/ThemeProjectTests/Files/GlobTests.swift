import TestSupport
import Testing
import ThemeProject

@Suite("Globs")
struct GlobTests {
    @Test(
        "One star matches within a component, two stars across components",
        arguments: [
            ("a.png", "a.png", true), ("a.png", "b/a.png", false), ("*.png", "a.png", true),
            ("*.png", "a/b.png", false),
            ("**", "a/b/c", true), ("**/*.png", "a.png", true), ("**/*.png", "a/b/c.png", true),
            ("a/**", "a/b/c", true),
            ("a/**/c", "a/c", true), ("a/**/c", "a/b/b/c", true), ("a/**/c", "a/b/b/d", false),
            ("?.png", "é.png", true),
            ("?.png", "ab.png", false), ("a*b*c", "aXXbYYc", true), ("a*b*c", "aXXbYY", false), ("", "a", false),
            ("*", "", true),
            ("A.png", "a.png", false), ("[a].png", "a.png", false), ("a/*/c", "a//c", true),
            ("\u{E9}.png", "e\u{301}.png", false), ("\u{E9}.*", "e\u{301}.png", false),
        ])
    func matching(_ pattern: String, _ path: String, _ matches: Bool) {
        #expect(GlobSet([Glob(pattern)]).matches(path, WorkBudget()) == matches)
    }

    @Test("A pattern of a thousand stars is matched in reasonable time", .timeLimit(.minutes(10)))
    func stars() {
        let stars = GlobSet([Glob(String(repeating: "*a", count: 500) + "b")])
        let folders = GlobSet([Glob(String(repeating: "**/a/", count: 200) + "b")])
        let (matches, loops) = measuringLoops {
            stars.matches(String(repeating: "a", count: 1000), WorkBudget())
                || folders.matches(String(repeating: "a/", count: 400), WorkBudget())
        }
        #expect(!matches && loops < 100)
    }

    @Test("Patterns that are matched together match what each one matches", arguments: UInt64(0)..<200)
    func together(_ seed: UInt64) {
        var random = SeededRandom(seed: seed)
        func text(_ parts: [String]) -> String {
            (0..<Int.random(in: 1...6, using: &random)).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
        }
        let patterns = (0..<20).map { _ in text(["a", "b", "*", "**", "?", "/", "/**/", "**/", "/**"]) }
        let set = GlobSet(patterns.map { Glob($0) })
        for _ in 0..<50 {
            let path = text(["a", "b", "/", "ab"])
            let matching = patterns.indices.filter { Self.matches(patterns[$0], path) }
            #expect(set.indexes(matching: path, WorkBudget()) == matching, "\(patterns) \(path)")
            #expect(set.matches(path, WorkBudget()) == !matching.isEmpty)
        }
    }

    @Test("Patterns that begin alike cost little more than one")
    func shared() {
        func steps(_ count: Int) -> Int {
            let budget = WorkBudget()
            let patterns = (0..<count).map { Glob("themes/*/drafts/\($0)*.png") }
            _ = GlobSet(patterns).matches("themes/year/drafts/17b.png", budget)
            return budget.spent(on: .patterns)
        }
        #expect(steps(1000) <= steps(20) + 10)
    }

    private static func matches(_ pattern: String, _ path: String) -> Bool {
        func split(_ text: String) -> ArraySlice<Substring> {
            text.split(separator: "/", omittingEmptySubsequences: false)[...]
        }
        return matches(split(pattern), split(path), isStar: { $0 == "**" }) { pattern, name in
            matches(pattern[...], name[...], isStar: { $0 == "*" }) { $0 == "?" || $0 == $1 }
        }
    }

    private static func matches<Part: Collection, Item>(
        _ pattern: Part, _ items: Part, isStar: (Item) -> Bool, _ equal: (Item, Item) -> Bool
    ) -> Bool where Part.Element == Item, Part.SubSequence == Part {
        guard let first = pattern.first else { return items.isEmpty }
        if isStar(first), matches(pattern.dropFirst(), items, isStar: isStar, equal) { return true }
        guard let item = items.first else { return false }
        if isStar(first) { return matches(pattern, items.dropFirst(), isStar: isStar, equal) }
        return equal(first, item) && matches(pattern.dropFirst(), items.dropFirst(), isStar: isStar, equal)
    }
}
