import TestSupport
import Testing
import ThemeModel

@testable import ThemeProject

@Suite("Aliases of settings")
struct AliasTests {
    private static func survey(_ files: ProjectFiles) throws -> ProjectSurvey {
        try ProjectSurvey(of: Project(at: ProjectFiles.root, in: files.memory), .everything, jobs: 1)
    }

    /// A project with settings by theme. A theme's name can have the parent after a colon: `b:a`.
    private static func project(
        _ settings: KeyValuePairs<String, String>, orders: [String: String] = [:]
    ) -> ProjectFiles {
        ProjectFiles.sound.with { project in
            for path in project.files.keys where path.hasPrefix("themes/") { project.files[path] = nil }
            for (name, text) in settings {
                let parts = name.split(separator: ":")
                let extends = parts.count > 1 ? ", \"extends\": \"\(parts[1])\"" : ""
                let order = orders[String(parts[0])].map { ", \"colorOrder\": \"\($0)\"" } ?? ""
                project["themes/\(parts[0])/theme.json"] =
                    "{\"id\": \"\(parts[0])\", \"version\": \"1.0.0\"\(extends)\(order)}"
                project["themes/\(parts[0])/config.json"] = text
            }
        }
    }

    private static func value(_ key: String, of theme: String, in survey: ProjectSurvey) throws -> SettingValue? {
        let number = try #require(survey.themes.firstIndex { $0.folderName == theme })
        return survey.themes[number].settings?[SettingPath([key])]
    }

    private static func aliasFindings(_ survey: ProjectSurvey) -> [Finding] {
        survey.findings.filter { $0.rule == .configAlias }.sorted()
    }

    @Test("RR2 The theme's own value counts, else its parent's, else the default's")
    func chain() throws {
        let survey = try Self.survey(
            Self.project([
                "default": #"{"Color": {"a": "111", "b": "222", "c": "333"}, "size": 6, "on": true}"#,
                "base": #"{"Color": {"b": "444", "c": "555"}}"#,
                "year:base": """
                {"Color": {"c": "666"}, "own": "{Color.c}", "parent": "{Color.b}", "default": "{Color.a}",
                 "size2": "{size}", "on2": "{on}", "list": ["{Color.a}", ["{Color.c}", "x"], {"k": "{Color.b}"}]}
                """,
            ]))
        #expect(Self.aliasFindings(survey) == [])
        for (key, value) in [
            ("own", SettingValue.string("666")), ("parent", .string("444")), ("default", .string("111")),
            ("size2", .number(6)), ("on2", .boolean(true)),
            (
                "list",
                .list([.string("111"), .list([.string("666"), .string("x")]), .object(["k": .string("444")])])
            ),
        ] {
            #expect(try Self.value(key, of: "year", in: survey) == value)
        }
    }

    @Test("An alias of a parent's alias has the value that the theme's chain answers at run time")
    func frozen() throws {
        let survey = try Self.survey(
            Self.project([
                "default": #"{"accent": "111", "tint": "{accent}"}"#,
                "year": #"{"accent": "222", "border": "{tint}", "shadow": "{accent}"}"#,
            ]))
        #expect(try Self.value("tint", of: "default", in: survey) == .string("111"))
        #expect(try Self.value("border", of: "year", in: survey) == .string("111"))
        #expect(try Self.value("shadow", of: "year", in: survey) == .string("222"))
        #expect(survey.themes.mergedSettings(of: 1)?.setting(at: SettingPath(["tint"]))?.value == .string("111"))
    }

    @Test("Types of the default are those of the values: a key with an alias of a color is a color")
    func types() throws {
        let survey = try Self.survey(Self.project(["default": ##"{"accent": "#FFF", "tint": "{accent}"}"##]))
        #expect(survey.themes.defaultTypes[SettingPath(["tint"])] == .color)
    }

    @Test("A color of a theme with another order is written in the order of the theme that names it")
    func orders() throws {
        let survey = try Self.survey(
            Self.project(
                [
                    "default":
                        ##"{"Color": {"a": "80F85825", "b": "#8ABC", "c": "F85825"}, "code": "1234", "##
                        + #""d": "{Color.a}"}"#,
                    "year": #"{"x": "{Color.a}", "y": "{Color.b}", "z": "{Color.c}", "code2": "{code}"}"#,
                ], orders: ["year": "rgba"]))
        let texts = try ["x", "y", "z", "code2"].map { try Self.value($0, of: "year", in: survey)?.string }
        #expect(texts == ["F8582580", "#ABC8", "F85825", "1234"])
        #expect(try Self.value("d", of: "default", in: survey) == .string("80F85825"))
    }

    @Test(
        "Text that only looks like an alias stays as it is",
        arguments: ["{}", "{10, 20}", "{{1, 2}, {3, 4}}", "{{a}}", "{ a }", "{a", "a}", "x{a}", "{a}{b}"])
    func plain(_ text: String) throws {
        let survey = try Self.survey(Self.project(["default": "{\"a\": 1, \"text\": \"\(text)\"}"]))
        #expect(Self.aliasFindings(survey).isEmpty)
        #expect(try Self.value("text", of: "default", in: survey) == .string(text))
    }

    @Test(
        "An alias that leads nowhere is one finding at its cause",
        arguments: [
            (#"{"x": "{Color.acent}"}"#, "x", 7), (#"{"x": "{Color}"}"#, "x", 7), (#"{"x": "{List}"}"#, "x", 7),
            (#"{"x": "{x}"}"#, "x", 7), (#"{"x": "{y}", "y": "{z}", "z": "{y}", "l": ["{x}"]}"#, "y", 19),
            (#"{"x": "{y}", "y": "{z}", "z": "{nothing}"}"#, "z", 31), (#"{"l": [1, "{nothing}"]}"#, "l.1", 11),
        ] as [(String, String, Int)])
    func nowhere(_ text: String, _ key: String, _ column: Int) throws {
        let survey = try Self.survey(
            Self.project(["default": #"{"Color": {"accent": "FFF"}, "List": [1]}"#, "year": text]))
        let findings = Self.aliasFindings(survey)
        #expect(findings.map(\.key) == [key])
        #expect(findings.first?.position == SourcePosition(line: 1, column: column))
        #expect(findings.allSatisfy { $0.severity == .error && $0.theme == "year" && $0.hint != nil })
        try Self.expect(findings, text)
    }

    private static func expect(_ findings: [Finding], _ name: String) throws {
        let sentences = findings.map(\.sentence).joined(separator: "\n")
        #expect(try Sentences.mismatch(sentences, of: "alias: \(name)", in: "settings") == nil)
    }

    @Test("A broken alias of a parent is reported in both themes, even if only one is verified")
    func brokenParent() throws {
        let project = Self.project(["default": #"{"a": "{b}"}"#, "year": #"{"x": "{a}"}"#])
        let findings = Self.aliasFindings(try Self.survey(project))
        #expect(findings.map(\.key) == ["a", "x"])
        try Self.expect(findings, "a parent's broken one")
        let one = try ProjectSurvey(
            of: Project(at: ProjectFiles.root, in: project.memory), .folders(["year"]), jobs: 1)
        #expect(Self.aliasFindings(one).map(\.theme) == ["year"])
    }

    @Test("Ten thousand steps end, in a way and in a circle")
    func long() throws {
        let count = 10_000
        func steps(_ last: String) -> String {
            "{" + (0..<count).map { "\"k\($0)\": \"\($0 + 1 < count ? "{k\($0 + 1)}" : last)\"" }.joined(separator: ",")
                + "}"
        }
        let way = try Self.survey(Self.project(["default": steps("FFF")]))
        #expect(Self.aliasFindings(way).isEmpty)
        #expect(try Self.value("k0", of: "default", in: way) == .string("FFF"))
        let circle = Self.aliasFindings(try Self.survey(Self.project(["default": steps("{k0}")])))
        #expect(circle.count == 1 && circle.first?.key == "k0")
        #expect(circle.first.map { $0.message.hasSuffix("-> k19 -> ... -> k0") && $0.message.count < 300 } == true)
        let typo = Self.aliasFindings(try Self.survey(Self.project(["default": steps("{kx}")])))
        #expect(typo.map(\.key) == ["k\(count - 1)"])
    }

    @Test("A way leads through a hundred themes")
    func acrossThemes() throws {
        var project = Self.project(["default": #"{"k0": "FFF"}"#])
        for number in 1...100 {
            project["themes/t\(number)/theme.json"] =
                "{\"id\": \"t\(number)\", \"version\": \"1.0.0\""
                + (number > 1 ? ", \"extends\": \"t\(number - 1)\"}" : "}")
            project["themes/t\(number)/config.json"] = "{\"k\(number)\": \"{k\(number - 1)}\"}"
        }
        let survey = try Self.survey(project)
        #expect(Self.aliasFindings(survey).isEmpty)
        #expect(try Self.value("k100", of: "t100", in: survey) == .string("FFF"))
    }

    @Test("Themes that extend each other in a circle end, too")
    func circleOfThemes() throws {
        let survey = try Self.survey(
            Self.project(["a:b": #"{"x": "{y}"}"#, "b:a": #"{"y": "{x}"}"#, "default": "{}"]))
        #expect(!Self.aliasFindings(survey).isEmpty)
        #expect(survey.findings.contains { $0.rule == .themeManifest })
    }

    @Test("A text with many aliases does not fill the memory")
    func budget() throws {
        let text = String(repeating: "x", count: 1 << 20)
        let aliases = (0..<1000).map { "\"k\($0)\": \"{text}\"" }.joined(separator: ",")
        let survey = try Self.survey(Self.project(["default": "{\"text\": \"\(text)\", \(aliases)}"]))
        let findings = Self.aliasFindings(survey)
        #expect(findings.count == 1)
        try Self.expect(findings, "too many")
        #expect(try Self.value("k999", of: "default", in: survey) == .string("{text}"))
    }
}
