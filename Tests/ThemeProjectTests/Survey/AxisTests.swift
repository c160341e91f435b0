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
            (#", "axis": "mdoe""#, "axis: there is no axis 'mdoe' (did you mean 'mode'?)"),
            (
                #", "axis": "size""#,
                #"axis: there is no axis 'size' (list it in themepack.json: "axes": ["brand", "mode", "size"])"#
            ),
            (#", "for": ["acme"]"#, "for: a combination is for at least two themes"),
            (#", "for": ["acme", "acme"]"#, "for.1: names the theme 'acme' twice"),
            (#", "for": ["acme", "drak"]"#, "for: there is no theme 'drak' (did you mean 'dark'?)"),
            (#", "for": ["dark", "night"]"#, "for: 'dark' and 'night' are both on the axis 'mode'"),
            (#", "for": ["acme", "default"]"#, "for: 'default' cannot be a member (the default theme always holds)"),
            (#", "for": ["acme-dark", "acme"]"#, "for: 'acme-dark' cannot be a member (it is a combination"),
            (#", "for": ["acme", "dark"]"#, "for: is for the same themes as 'acme-dark'"),
            (#", "for": "acme""#, "for: expected a list of themes"),
            (#", "for": [1]"#, "for.0: expected the id of a theme"),
            (#", "for": []"#, "for: a combination is for at least two themes"),
            (#", "for": ["new", "acme"]"#, "for: 'new' cannot be a member (it is a combination"),
            (#", "axis": 3"#, "axis: expected a string"),
            (
                #", "for": ["acme", "night"], "activeFrom": "2026-12-01T00:00:00Z""#,
                #"activeFrom: a combination has no "activeFrom""#
            ),
            (#", "for": ["acme", "dark"], "extends": "acme""#, #"extends: a combination has no "extends""#),
            (#", "for": ["acme", "dark"], "axis": "mode""#, #"axis: a combination has no "axis""#),
            (#", "extends": "acme-dark""#, "extends: extends 'acme-dark', which is a combination (extend a theme)"),
        ])
    func mistakes(_ members: String, _ expected: String) throws {
        let found = try findings(Self.sound.merging(["new": members]) { $1 })
        #expect(found.contains { $0.hasPrefix("new \(expected)") }, "\(found)")
    }

    @Test("AX1: themes on different axes that extend each other are a circle, which each of them reports")
    func circle() throws {
        let found = try findings([
            "acme": #", "axis": "brand", "extends": "dark""#, "dark": #", "axis": "mode", "extends": "acme""#,
        ])
        #expect(
            found == [
                "acme extends: extends itself in a cycle: acme -> dark -> acme (let one of them extend 'default')",
                "dark extends: extends itself in a cycle: dark -> acme -> dark (let one of them extend 'default')",
            ])
    }

    @Test(
        "AX1: mistakes in the list of axes are errors with a place",
        arguments: [
            (#""mode""#, "expected a list of at most 16 axes"), (#"["mode", "mode"]"#, "names the axis 'mode' twice"),
            (#"["a b"]"#, "expected a name of letters, digits, '_', '-' and '.'"),
        ])
    func list(_ axes: String, _ expected: String) {
        #expect { try findings([:], axes: axes) } throws: {
            ($0 as? UserError)?.message.hasSuffix(expected) == true
        }
    }

    @Test("AX1: the default theme is on no axis and carries the axes")
    func defaultTheme() throws {
        let project = ProjectFiles.sound.with { project in
            project["themepack.json"] = #"{"axes": ["mode", "brand"]}"#
            project["themes/default/theme.json"] = #"{"id": "default", "version": "1.0.0", "axis": "mode"}"#
        }
        #expect(try project.survey().map(\.message) == ["the default theme is on no axis"])
        let read = try Project(at: ProjectFiles.root, in: project.memory)
        let themes = try ProjectSurvey(of: read, .everything, jobs: 1).themes
        #expect(themes.defaultTheme.flatMap { themes[$0].manifest?.packTheme.axes } == ["mode", "brand"])
    }
}
