import Testing
import ThemeModel

@Suite("Near misses")
struct NearMissTests {
    @Test(
        "A name within a third of its length is suggested, another is not",
        arguments: [
            ("buttonImgae", ["buttonImage", "badge"], "buttonImage"), ("Badge", ["badge"], "badge"),
            ("bagde", ["badge"], "badge"),
            ("verfy", ["verify", "build"], "verify"), ("xyz", ["badge"], nil), ("a", ["b"], "b"), ("ab", [], nil),
            ("badge", ["badge"], nil), ("baddge", ["badger", "badge"], "badge"), ("", ["verify"], nil),
        ] as [(String, [String], String?)])
    func suggestions(_ name: String, _ candidates: [String], _ expected: String?) {
        #expect(NearMiss().suggestion(for: name, among: candidates) == expected)
    }

    @Test("Suggesting stops when its budget is used up")
    func budget() {
        let search = NearMiss(budget: 10)
        #expect(search.suggestion(for: "abcdefgh", among: ["abcdefgi"]) == nil)
        let larger = NearMiss(budget: 64)
        #expect(larger.suggestion(for: "abcdefgh", among: ["abcdefgi"]) == "abcdefgi")
        #expect(larger.suggestion(for: "abcdefgh", among: ["abcdefgi"]) == nil)
    }
}
