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
        #expect(Glob(pattern).matches(path, WorkBudget()) == matches)
        #expect(GlobSet([pattern]).matches(path, WorkBudget()) == matches)
    }

    @Test("A pattern of a thousand stars is matched in reasonable time", .timeLimit(.minutes(10)))
    func stars() {
        let stars = Glob(String(repeating: "*a", count: 500) + "b")
        let folders = Glob(String(repeating: "**/a/", count: 200) + "b")
        let (matches, loops) = measuringLoops {
            stars.matches(String(repeating: "a", count: 1000), WorkBudget())
                || folders.matches(String(repeating: "a/", count: 400), WorkBudget())
        }
        #expect(!matches && loops < 100)
    }
}
