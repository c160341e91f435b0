import TestSupport
import Testing
import ThemeModel

@testable import ThemeProject

@Suite("Axes in project files")
struct AxisTests {
    private func findings(_ themes: [String: String], axes: String = #"["brand", "mode"]"#) throws -> [String] {
        try ProjectFiles.sound.with { project in
            project["themepack.json"] = "{\"axes\": \(axes)}"
            for (id, members) in themes {
                project["themes/\(id)/theme.json"] =
                    "{\"id\": \"\(id)\", \"version\": \"1.0.0\", \"imageNamePrefix\": \"\(id)_\"\(members)}"
            }
        }.survey().map { "\($0.theme ?? "") \($0.key ?? ""): \($0.message)" + ($0.hint.map { " (\($0))" } ?? "") }
    }

    private static let sound = [
        "acme": #", "axis": "brand""#, "dark": #", "axis": "mode""#, "night": #", "axis": "mode", "extends": "dark""#,
        "acme-dark": #", "for": ["dark", "acme"]"#,
    ]

    @Test("AX1: axes, themes on them and a combination have no finding")
    func sound() throws {
        #expect(try findings(Self.sound) == [])
    }

    @Test(
        "AX1: mistakes in axes and combinations are reported",
        arguments: [
            #", "axis": "mdoe""#,
            #", "axis": "size""#,
            #", "for": ["acme"]"#,
            #", "for": ["acme", "acme"]"#,
            #", "for": ["acme", "drak"]"#,
            #", "for": ["dark", "night"]"#,
            #", "for": ["acme", "default"]"#,
            #", "for": ["acme-dark", "acme"]"#,
            #", "for": ["acme", "dark"]"#,
            #", "for": "acme""#,
            #", "for": [1]"#,
            #", "for": []"#,
            #", "for": ["new", "acme"]"#,
            #", "axis": 3"#,
            #", "for": ["acme", "night"], "activeFrom": "2026-12-01T00:00:00Z""#,
            #", "for": ["acme", "dark"], "extends": "acme""#,
            #", "for": ["acme", "dark"], "axis": "mode""#,
            #", "extends": "acme-dark""#,
        ])
    func mistakes(_ members: String) throws {
        let found = try findings(Self.sound.merging(["new": members]) { $1 }).filter { $0.hasPrefix("new ") }
        #expect(!found.isEmpty)
        let mismatch = try Sentences.mismatch(found.joined(separator: "\n"), of: members, in: "project-tree")
        #expect(mismatch == nil)
    }

    @Test("AX1: themes on different axes that extend each other are a circle, which each of them reports")
    func circle() throws {
        let found = try findings([
            "acme": #", "axis": "brand", "extends": "dark""#, "dark": #", "axis": "mode", "extends": "acme""#,
        ])
        #expect(found.map { String($0.prefix(14)) } == ["acme extends: ", "dark extends: "])
        #expect(
            try Sentences.mismatch(found.joined(separator: "\n"), of: "a circle of two axes", in: "project-tree") == nil
        )
    }

    @Test(
        "AX1: mistakes in the list of axes are errors with a place",
        arguments: [#""mode""#, #"["mode", "mode"]"#, #"["a b"]"#])
    func list(_ axes: String) throws {
        let error = #expect(throws: UserError.self) { try findings([:], axes: axes) }
        #expect(error?.position != nil)
        #expect(try Sentences.mismatch(error?.sentence, of: "\"axes\": \(axes)", in: "project-file") == nil)
    }

    @Test("AX1: the default theme is on no axis and carries the axes")
    func defaultTheme() throws {
        let project = ProjectFiles.sound.with { project in
            project["themepack.json"] = #"{"axes": ["mode", "brand"]}"#
            project["themes/default/theme.json"] = #"{"id": "default", "version": "1.0.0", "axis": "mode"}"#
        }
        let findings = try project.survey()
        #expect(findings.count == 1)
        #expect(
            try Sentences.mismatch(findings.first?.sentence, of: "a default theme on an axis", in: "project-tree")
                == nil)
        let read = try Project(at: ProjectFiles.root, in: project.memory)
        let themes = try ProjectSurvey(of: read, .everything, jobs: 1).themes
        #expect(themes.defaultTheme.flatMap { themes[$0].manifest?.packTheme.axes } == ["mode", "brand"])
    }
}
