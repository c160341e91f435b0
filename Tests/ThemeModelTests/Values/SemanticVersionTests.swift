import Testing
import ThemeModel

@Suite("Versions follow semver.org 2.0.0")
struct SemanticVersionTests {
    /// The examples of section 11, and the borders between its rules.
    static let ascending = [
        "0.0.0", "0.0.1", "0.1.0", "1.0.0-0", "1.0.0-1", "1.0.0-2", "1.0.0-10", "1.0.0--", "1.0.0-alpha",
        "1.0.0-alpha.1",
        "1.0.0-alpha.1.0", "1.0.0-alpha.beta", "1.0.0-beta", "1.0.0-beta.2", "1.0.0-beta.11", "1.0.0-rc.1", "1.0.0",
        "1.0.0+build", "1.0.1", "1.2.0", "1.10.0", "2.0.0", "2.1.0", "2.1.1", "10.0.0",
    ]

    @Test("Each version of the table precedes all later ones", arguments: ascending.indices)
    func precedence(_ index: Int) throws {
        let version = try SemanticVersion(Self.ascending[index])
        for (other, text) in Self.ascending.enumerated() {
            let theirs = try SemanticVersion(text)
            #expect((version < theirs) == (index < other), "\(version) < \(theirs)")
            #expect((version == theirs) == (index == other))
        }
    }

    @Test(
        "The description is the parsed text", arguments: ascending + ["1.2.3-x-y.z+a.0.-", "18446744073709551615.0.0"])
    func roundTrip(_ text: String) throws {
        #expect(try SemanticVersion(text).description == text)
    }

    @Test(
        "Anything else is rejected",
        arguments: [
            "", "1", "1.2", "1.2.3.4", "v1.2.3", "01.2.3", "1.02.3", "1.2.03", "1.2.3-", "1.2.3-a..b", "1.2.3-01",
            "1.2.3+",
            "1.2.3+a..b", "1.2.3 ", " 1.2.3", "1.2.x", "-1.2.3", "+1.2.3", "1.-2.3", "1.2.3-ä", "１.2.3", "1.2.3\n",
            "../1.2.3",
            "1.2.3-../x", "1/2/3", "1.2.3-a/b", "1.2.3+a_b", "1..3", "18446744073709551616.0.0",
            "1.2.3-99999999999999999999",
            "1.2.3-" + String(repeating: "a", count: 64), "1.2.3-a\u{0}", "1.2.-\u{301}3",
        ])
    func refused(_ text: String) {
        #expect(throws: InvalidName.self) { try SemanticVersion(text) }
    }
}
