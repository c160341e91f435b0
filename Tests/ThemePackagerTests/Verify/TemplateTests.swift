import TestSupport
import Testing
import ThemeModel
import ThemePackager
import ThemeProject

/// A project with the masks `icons/home` in `Color.icon` and `tab/inbox` in the color of where it stands.
@Suite("Templates")
struct TemplateTests {
    private static let templates = #", "templates": {"icons/**": "Color.icon", "tab/*": null}"#
    private static let colors = ##"{"Color": {"icon": "#222222", "bar": "#FFFFFF"}, "size": 3}"##

    /// A black disk on a transparent ground. Of 100 pixels in its columns, `colored` are red.
    static func mask(alpha: UInt8 = 255, colored: Int = 0, width: Int = 12) -> [UInt8] {
        PNGFile(width, 12) { x, y in
            guard (1..<11).contains(x), (1..<11).contains(y) else { return [0, 0, 0, 0] }
            return [(y - 1) * 10 + x - 1 < colored ? 255 : 0, 0, 0, alpha]
        }.bytes
    }

    private static func project(
        templates: String = templates, rules: String = "{}", _ more: (TestProject) throws -> Void = { _ in }
    ) throws -> TestProject {
        let project = try TestProject()
        try project.write("assets/icons/home.png", mask())
        try project.write("assets/tab/inbox.png", mask())
        try project.theme("default", config: colors, more: templates)
        try project.theme("dark", config: ##"{"Color": {"icon": "#EEEEEE", "bar": "#000000"}}"##)
        try project.write("themepack.json", rules)
        try more(project)
        return project
    }

    private static func findings(_ project: TestProject) throws -> [Finding] {
        try ProjectRun(of: Project(at: project.root), jobs: 2).verify().findings
    }

    private static func lines(_ project: TestProject) throws -> [String] {
        try findings(project).map { finding in
            "\(finding.rule.rawValue) \(finding.path)" + (finding.key.map { " \($0)" } ?? "") + ": \(finding.message)"
        }
    }

    private static func expect(_ findings: [Finding], _ name: String) throws {
        let sentences = findings.map(\.sentence).joined(separator: "\n")
        let mismatch = try Sentences.mismatch(sentences, of: name, in: "settings")
        #expect(mismatch == nil)
    }

    @Test("TP1: a project with sound masks has no findings")
    func sound() throws {
        #expect(try Self.lines(Self.project()) == [])
    }

    @Test("TP3: colors in a mask are reported with their part of the visible pixels", arguments: [2, 3, 37])
    func colors(_ count: Int) throws {
        let project = try Self.project { try $0.write("assets/icons/home.png", Self.mask(colored: count)) }
        let findings = try Self.findings(project)
        #expect(findings.map(\.path) == (count > 2 ? ["assets/icons/home.png"] : []))
        #expect(findings.allSatisfy { $0.rule == .imageTemplate })
        if count > 2 { try Self.expect(findings, "\(count) of 100 pixels have another color") }
    }

    @Test("TP3: an image that is no template may have any colors, and an exemption takes the finding away")
    func exemptions() throws {
        let rules = #"{"exemptions": [{"rule": "image-template", "path": "assets/icons/*"}]}"#
        let project = try Self.project(rules: rules) {
            try $0.write("assets/icons/home.png", Self.mask(colored: 50))
            try $0.write("assets/photo.png", Self.mask(colored: 50))
        }
        #expect(try Self.lines(project) == [])
    }

    @Test("TP3: a themed copy of a mask in another color is reported; another mask, and another size, are not")
    func copies() throws {
        let project = try Self.project {
            let white = PNGFile(12, 12) { x, y in
                (1..<11).contains(x) && (1..<11).contains(y) ? [255, 255, 255, 255] : [9, 9, 9, 0]
            }
            try $0.write("themes/dark/icons/home.png", white.bytes)
            try $0.write("themes/dark/tab/inbox.png", Self.mask(alpha: 254))
        }
        let findings = try Self.findings(project)
        #expect(findings.map(\.path) == ["themes/dark/icons/home.png"])
        try Self.expect(findings, "a themed copy of a mask")
    }

    @Test(
        "TP3: a faint mask lacks the contrast that its color has; in a color that fails by itself it has no finding",
        arguments: [(255, 4.5, 0), (128, 3.0, 0), (128, 4.5, 1), (128, 19.0, 0)] as [(UInt8, Double, Int)])
    func contrast(_ alpha: UInt8, _ minimum: Double, _ count: Int) throws {
        let rules = "{\"contrast\": [{\"text\": \"Color.icon\", \"on\": \"Color.bar\", \"min\": \(minimum)}]}"
        let project = try Self.project(rules: rules) { try $0.write("assets/icons/home.png", Self.mask(alpha: alpha)) }
        let findings = try Self.findings(project).filter { $0.rule == .imageTemplate }
        #expect(findings.count == count, "\(findings.map(\.message))")
        for finding in findings { #expect(finding.path == "assets/icons/home.png" && finding.expected == "4.5:1") }
        if count > 0 { try Self.expect(findings, "a mask that is too faint") }
    }

    @Test("A name decides before a pattern, a longer pattern before a shorter one; an unused one is reported")
    func patterns() throws {
        let templates =
            #", "templates": {"icons/home": null, "icons/h*": "Color.icon", "**": "Color.bar", "ta*/**": null, "#
            + #""x/*": null}"#
        let project = try Self.project(templates: templates) { try $0.write("assets/icons/help.png", Self.mask()) }
        let survey = try ProjectSurvey(of: Project(at: project.root), .everything, jobs: 1)
        let colors = survey.templates.byName.map { "\($0.key) \($0.value.color?.description ?? "-")" }.sorted()
        #expect(colors == ["icons/help Color.icon", "icons/home -", "tab/inbox -"])
        let finding = try #require(try Self.findings(project).first)
        #expect(try Self.findings(project).count == 1 && finding.rule == .exemptionUnused)
        #expect(finding.path == "themes/default/theme.json" && finding.key == "templates.x/*")
        try Self.expect([finding], "a pattern that matches no image")
    }

    @Test(
        "A color that does not exist, a setting of another type and another value are errors with a place",
        arguments: [
            #""icons/**": "Color.icn""#, #""icons/**": "size""#, #""icons/**": 3"#, #""icons/**": """#,
        ])
    func wrongColors(_ member: String) throws {
        let project = try Self.project(templates: ", \"templates\": {\(member)}")
        let finding = try #require(try Self.findings(project).first)
        #expect(finding.rule == .themeManifest && finding.path == "themes/default/theme.json")
        #expect(finding.key == "templates.icons/**" && finding.position != nil)
        try Self.expect([finding], member)
    }

    @Test("Settings that cannot be read are not said to lack a color")
    func unreadSettings() throws {
        let project = try Self.project(templates: #", "templates": {"icons/**": "Color.icon"}"#) {
            try $0.write("themes/default/config.json", Array("{".utf8))
        }
        #expect(try Self.findings(project).map(\.rule) == [.configSyntax])
    }

    @Test("Templates of another theme are an error, and so is a value that is no object")
    func wrongPlace() throws {
        let project = try Self.project {
            try $0.theme("dark", config: "{}", more: #", "templates": {"tab/*": null}"#)
        }
        let findings = try Self.findings(project)
        #expect(findings.map(\.path) == ["themes/dark/theme.json"] && findings.map(\.key) == ["templates"])
        try Self.expect(findings, "templates of another theme")
        let other = try Self.project(templates: #", "templates": ["icons/**"]"#)
        try Self.expect(Self.findings(other), "templates that are no object")
    }
}
