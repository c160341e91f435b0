import TestSupport
import Testing
import ThemeModel
import ThemeProject

@testable import ThemePackager

@Suite("\"$schema\" in the files of a project")
struct SchemaMemberTests {
    /// The project with a `"$schema"` in every JSON file.
    private static func project(_ value: String) -> ProjectFiles {
        ProjectFiles.sound.with { project in
            project["themepack.json"] = "{}"
            for path in project.files.keys where path.hasSuffix(".json") {
                let text = project[path] ?? ""
                project[path] = "{\"$schema\": \(value)" + (text == "{}" ? "}" : ", \(text.dropFirst())")
            }
        }
    }

    @Test(
        "Any string is accepted, and no pack contains it",
        arguments: ["\"https://example.com/theme.json\"", "\"../schemas/theme.json\"", "\"not a URL at all\"", "\"\""])
    func accepted(_ value: String) throws {
        let files = Self.project(value)
        let verification = try ProjectRun(
            of: Project(at: ProjectFiles.root, in: files.memory), .everything, jobs: 1
        ).verifyForPackaging()
        #expect(verification.findings.map(\.line) == [])
        #expect(verification.themes.count == 2)
        for theme in verification.themes {
            #expect(try #require(theme.settings?.members).keys.allSatisfy { $0 != SourceDocument.schemaKey })
        }
        let plain = try ProjectRun(
            of: Project(at: ProjectFiles.root, in: ProjectFiles.sound.memory), .everything, jobs: 1
        ).verifyForPackaging()
        #expect(verification.themes.map(\.contractDigest) == plain.themes.map(\.contractDigest))
    }

    @Test("Another type is an error in each file", arguments: ["1", "{}", "[\"x\"]", "null"])
    func refused(_ value: String) throws {
        let files = Self.project(value)
        let error = #expect(throws: UserError.self) { try files.verify() }
        #expect(try Sentences.mismatch(error?.sentence, of: "$schema: \(value)", in: "project-file") == nil)
        let others = try files.with { $0["themepack.json"] = nil }.verify().filter { $0.key == "$schema" }
        #expect(
            others.map { "\($0.path) \($0.rule.rawValue)" } == [
                "themes/default/config.json config-syntax", "themes/default/theme.json theme-manifest",
                "themes/year/config.json config-syntax", "themes/year/theme.json theme-manifest",
            ])
        #expect(others.allSatisfy { $0.position != nil && $0.hint != nil })
    }

    @Test("Below the top, it is a key like any other")
    func nested() throws {
        let files = ProjectFiles.sound.with { $0["themes/year/config.json"] = ##"{"Color": {"$schema": "x"}}"## }
        #expect(try files.verify().map(\.key) == ["Color.$schema", "Color.$schema"])
    }
}
