import TestSupport
import Testing
import ThemeProject

@Suite("Names of themes")
struct ThemeNameTests {
    /// The sound project with more themes, which have no images.
    private static func project(_ themes: [(id: String, version: String)]) -> ProjectFiles {
        ProjectFiles.sound.with { project in
            for (id, version) in themes {
                project["themes/\(id)/theme.json"] = "{\"id\": \"\(id)\", \"version\": \"\(version)\"}"
            }
        }
    }

    @Test("Folders that differ only in letter case clash", arguments: [("dark", "Dark"), ("YEAR", "year")])
    func letterCase(_ one: String, _ other: String) throws {
        let findings = try Self.project([(one, "1.0.0"), (other, "2.0.0")]).survey().filter { $0.rule == .nameClash }
        #expect(Set(findings.map(\.path)) == ["themes/\(one)", "themes/\(other)"], "\(findings.map(\.line))")
        #expect(
            try Sentences.mismatch(findings.first?.sentence, of: "themes \(one) and \(other)", in: "project-tree")
                == nil)
    }

    @Test("A theme that differs from the default theme only in letter case clashes with it")
    func defaultTheme() throws {
        let findings = try Self.project([("Default", "1.0.0")]).survey().filter { $0.rule == .nameClash }
        #expect(findings.map(\.path) == ["themes/Default", "themes/default"], "\(findings.map(\.line))")
    }

    @Test(
        "Two themes whose packs would have one file name are an error of both",
        arguments: [
            [("a-1.0.0", "2.0.0"), ("a", "1.0.0-2.0.0")], [("a-1.0.0", "2.0.0"), ("A", "1.0.0-2.0.0")],
            [("a-1.0.0-2.0.0", "3.0.0"), ("a", "1.0.0-2.0.0-3.0.0")],
        ])
    func packs(_ themes: [(id: String, version: String)]) throws {
        let findings = try Self.project(themes).survey()
        #expect(findings.map(\.rule) == [.themeManifest, .themeManifest], "\(findings.map(\.line))")
        #expect(Set(findings.map(\.path)) == Set(themes.map { "themes/\($0.id)/theme.json" }))
        #expect(findings.allSatisfy { $0.key == "version" && $0.position?.line == 1 && $0.hint != nil })
        #expect(findings.allSatisfy { $0.message.contains(".themepack.zip") })
    }

    @Test(
        "A chain of thousands of themes is checked in linear time, and a cycle of them is described in few words",
        .timeLimit(.minutes(10)))
    func longChain() throws {
        let names = (1000..<3000).map { "t\($0)" }
        var project = ProjectFiles.sound
        for (name, parent) in zip(names, names.dropFirst() + ["default"]) {
            project["themes/\(name)/theme.json"] =
                "{\"id\": \"\(name)\", \"version\": \"1.0.0\", \"extends\": \"\(parent)\"}"
        }
        #expect(try project.survey().map(\.line) == [])
        project["themes/t2999/theme.json"] = #"{"id": "t2999", "version": "1.0.0", "extends": "t1000"}"#
        let findings = try project.survey()
        #expect(
            findings.count == 2000 && findings.allSatisfy { $0.rule == .themeManifest && $0.message.utf8.count < 300 })
        #expect(findings.first?.message.contains(": t1000 -> t1001 -> ") == true)
        #expect(findings.last?.message.hasSuffix(" -> ... -> t2999") == true)
    }

    @Test("Themes with other versions, and names that only begin alike, do not clash")
    func apart() throws {
        let findings = try Self.project([("a", "1.0.0-2.0.1"), ("a-1.0.0", "2.0.0"), ("years", "1.2.0")]).survey()
        #expect(findings.map(\.line) == [])
    }
}
