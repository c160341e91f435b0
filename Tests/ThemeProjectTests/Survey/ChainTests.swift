import TestSupport
import Testing
import ThemeProject

@Suite("Chains of themes")
struct ChainTests {
    private func findings(_ parents: [String: String], more: (inout ProjectFiles) -> Void = { _ in }) throws
        -> [Finding]
    {
        try ProjectFiles.sound.with { project in
            for (theme, parent) in parents {
                project["themes/\(theme)/theme.json"] =
                    "{\"id\": \"\(theme)\", \"version\": \"1.0.0\", "
                    + "\"imageNamePrefix\": \"\(theme)_\",\n \"extends\": \"\(parent)\"}"
            }
            more(&project)
        }.survey()
    }

    @Test("A chain of any length has no finding", arguments: [1, 2, 20])
    func long(_ length: Int) throws {
        let parents = (0..<length).map { ("t\($0)x", $0 == 0 ? "default" : "t\($0 - 1)x") }
        #expect(try findings(Dictionary(uniqueKeysWithValues: parents)).map(\.line) == [])
    }

    @Test(
        "DD9: every theme of a cycle is reported with the cycle",
        arguments: [
            (["a": "b", "b": "a"], ["a -> b -> a", "b -> a -> b"]),
            (["a": "b", "b": "c", "c": "a"], ["a -> b -> c -> a", "b -> c -> a -> b", "c -> a -> b -> c"]),
        ])
    func cycles(_ parents: [String: String], _ ways: [String]) throws {
        let found = try findings(parents)
        #expect(
            found.allSatisfy {
                $0.rule == .themeManifest && $0.key == "extends" && $0.position == SourcePosition(line: 2, column: 13)
            })
        #expect(found.count == ways.count && zip(found, ways).allSatisfy { $0.message.hasSuffix(": \($1)") })
        #expect(
            try Sentences.mismatch(
                found.map(\.sentence).joined(separator: "\n"), of: "cycle: \(ways[0])", in: "project-tree") == nil)
    }

    @Test("A theme that extends a cycle is not reported")
    func leading() throws {
        let found = try findings(["a": "b", "b": "a", "z": "a"])
        #expect(found.map(\.path) == ["themes/a/theme.json", "themes/b/theme.json"])
    }

    @Test("An unknown parent is reported with a suggestion")
    func unknown() throws {
        let found = try findings(["a": "yaer"])
        #expect(found.count == 1 && found.first?.hint?.contains("'year'") == true)
        #expect(try Sentences.mismatch(found.first?.sentence, of: "an unknown parent", in: "project-tree") == nil)
    }

    private func superPlist(_ parent: String) -> String {
        "<plist><dict><key>super</key><string>\(parent)</string></dict></plist>"
    }

    @Test(
        "DD9: super names the parent; another parent in extends is an error",
        arguments: [
            ("year", nil, false), ("year.plist", nil, false), ("year.plist", "year", false), ("year", "default", true),
            ("../x", nil, true), ("absent", nil, true),
        ] as [(String, String?, Bool)])
    func supers(_ parent: String, _ extends: String?, _ isReported: Bool) throws {
        let found = try ProjectFiles.sound.with { project in
            let member = extends.map { ", \"extends\": \"\($0)\"" } ?? ""
            project["themes/a/theme.json"] =
                "{\"id\": \"a\", \"version\": \"1.0.0\", \"imageNamePrefix\": \"a_\"\(member)}"
            project["themes/a/config.plist"] = superPlist(parent)
        }.survey()
        #expect(found.count == (isReported ? 1 : 0), "\(found.map(\.line))")
        for finding in found {
            #expect(try Sentences.mismatch(finding.sentence, of: "super: \(parent)", in: "project-tree") == nil)
        }
    }
}
