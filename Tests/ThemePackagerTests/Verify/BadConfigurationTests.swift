import ThemeModel
import TestSupport
import Testing

@testable import ThemePackager
@testable import ThemeProject

@Suite("Bad configuration")
struct BadConfigurationTests {
    static let manifestPath = "themes/year/theme.json"
    static let configPath = "themes/year/config.json"

    static func manifest(
        _ name: String, _ text: String?, key: String? = nil, position: (Int, Int)? = nil
    ) -> BadInput {
        BadInput(name, .themeManifest, at: manifestPath, key: key, position: position) {
            $0[manifestPath] = text
        }
    }

    static func member(_ key: String, _ json: String, at place: String? = nil) -> BadInput {
        var members = [
            "id": "\"year\"", "version": "\"1.2.0\"", "imageNamePrefix": "\"year_\"", "config": "\"config.json\"",
        ]
        members[key] = json
        let text = members.sorted { $0.key < $1.key }.map { "\n\"\($0.key)\": \($0.value)" }.joined(separator: ",")
        return manifest("\(key): \(json.prefix(40))", "{\(text)\n}", key: place ?? key)
    }

    static func config(
        _ name: String, _ text: String, _ rule: Rule = .configSyntax, key: String? = nil, position: (Int, Int)? = nil
    ) -> BadInput {
        BadInput(name, rule, at: configPath, key: key, position: position) { $0[configPath] = text }
    }

    static let deep = String(repeating: "{\"a\":", count: 100_000) + "1" + String(repeating: "}", count: 100_000)

    /// Without prefix or settings file, other files of the theme have findings too.
    private func followed(_ input: BadInput) -> BadInput {
        var input = input
        if input.key == "imageNamePerfix" { input.mayFollow = [.imageDefaultMissing] }
        if input.key == "config" { input.mayFollow = [.imageFormat] }
        return input
    }

    @Test(
        "One finding names the file, the key and the position, and says how to fix it",
        arguments: manifests + members + configs + plists)
    func findings(_ input: BadInput) throws { try followed(input).check(in: "configuration") }

    @Test(
        "A color that the default theme writes without quotation marks is a warning, another number is none",
        arguments: [
            (#"{"Color": {"title": 222222}}"#, ["Color.title"]), (#"{"tabColors": [80222222]}"#, ["tabColors.0"]),
            (#"{"Color": {"alpha": 100, "share": 222222.5, "first": -222222}, "count": 222222}"#, []),
        ])
    func colorsWithoutQuotes(_ config: String, _ keys: [String]) throws {
        let findings = try ProjectFiles.sound.with { $0["themes/default/config.json"] = config }
            .verify(.folders(["default"])).filter { $0.rule == .configColor }
        #expect(findings.map(\.key) == keys && findings.allSatisfy { $0.severity == .warning && $0.hint != nil })
    }

    @Test(
        "Nested folders of images and themes are rejected",
        arguments: [("a", "a"), ("a", "a/b"), ("x/y", "X"), ("themes", nil), ("themes/year", nil)])
    func overlap(_ assets: String, _ themes: String?) throws {
        let other = themes.map { ", \"themes\": \"\($0)\"" } ?? ""
        let project = ProjectFiles.sound.with { $0["themepack.json"] = "{\"assets\": \"\(assets)\"\(other)}" }
        #expect {
            try project.verify()
        } throws: { error in
            let problem = error as? UserError
            return problem?.message.contains("overlap") == true && problem?.hint != nil
                && problem?.position == SourcePosition(line: 1, column: 12)
        }
    }

    @Test("Up to a thousand patterns with wildcards and any number of names are accepted")
    func patterns() throws {
        func findings(_ patterns: [String]) throws -> [Finding] {
            try ProjectFiles.sound.with { project in
                let list = patterns.map { "\"\($0)\"" }.joined(separator: ",")
                project[Self.manifestPath] =
                    #"{"id": "year", "version": "1.2.0", "imageNamePrefix": "year_", "#
                    + #""config": "config.json", "resources": [\#(list)]}"#
                for number in 0..<200 { project["themes/year/r/\(number).txt"] = "x" }
            }.verify(.folders(["year"]))
        }
        let names = (0..<20_000).map { "r/\($0).txt" }
        let unused = try findings((0..<999).map { "x\($0)/*" } + names + ["r/**"])
        #expect(unused.count == 999 + 19_800 && unused.allSatisfy { $0.rule == .exemptionUnused })
        #expect(try findings((0...1000).map { "r/**/\($0)*" }).contains { $0.key == "resources" })
    }

    @Test(
        "The hint of a misspelling is the right spelling",
        arguments: [
            (member("extends", "\"defualt\""), "'default'"), (manifests[14], "'imageNamePrefix'"),
            (config("", "{\"Colour\": {}}", .configUnknownKey, key: "Colour"), "'Color'"),
        ])
    func spelling(_ input: BadInput, _ name: String) throws {
        let findings = try ProjectFiles.sound.with(input.spoil).verify()
        let hint = findings.first { $0.rule == input.rule && $0.key == input.key }?.hint
        #expect(hint?.contains(name) == true, "\(findings.map(\.line))")
    }

    @Test(
        "Unusual, but valid settings have no finding",
        arguments: [
            "{}", " {\n} \r\n", "\u{FEFF}{\"Font\": \"x\"}", "{\"Font\": \"\\ud83d\\ude00 \\u0041\\/\\n\"}",
            "{\"Metrics\": {\"radius\": -1.5e-3}}",
            "{\"Metrics\": {\"radius\": 9007199254740991}}", "{\"Color\": {\"title\": \"\"}}",
            "{\"Color\": {\"title\": null}}",
            "{\"Color\": {\"title\": \"rgba(1, 2, 3, 0.5)\"}}", "{\"Font\": \"F8582\"}",
            "{\"List\": [[], {}, null, true]}",
            "{\"Button\": {\"titleColor\": {\"normal\": \"FFF\", \"highlighted\": \"\"}}}",
        ])
    func sound(_ text: String) throws {
        #expect(try ProjectFiles.sound.with { $0[Self.configPath] = text }.verify().map(\.line) == [])
    }

    @Test("00 is transparent, with a warning")
    func doubleZero() throws {
        let findings = try ProjectFiles.sound.with { $0[Self.configPath] = "{\"Color\": {\"title\": \"00\"}}" }.verify()
        #expect(findings.map(\.rule) == [.configColor])
        #expect(findings.first?.severity == .warning && findings.first?.hint?.contains("00000000") == true)
    }

    /// In quadratic time it would take hours.
    @Test("A string of four megabytes is read in linear time")
    func longString() throws {
        let text = "{\"Font\": \"" + String(repeating: "a", count: 4_000_000) + "\"}"
        let project = ProjectFiles.sound.with { $0[Self.configPath] = text }
        let (findings, loops) = try measuringLoops { try project.verify(.folders(["year"])) }
        #expect(findings.map(\.line) == [])
        #expect(loops < 100)
    }

    @Test("A position after four megabytes on one line is exact")
    func farColumn() throws {
        let head = "{\"Font\": \"" + String(repeating: "é", count: 1_000_000) + "\", "
        let findings = try ProjectFiles.sound.with { $0[Self.configPath] = head + "x}" }.verify(.folders(["year"]))
        #expect(findings.first?.position == SourcePosition(line: 1, column: head.unicodeScalars.count + 1))
    }

    @Test("ME7: both of METhemeKit's files work unchanged; DD9: so does a plist with super")
    func seeds() throws {
        let project = ProjectFiles.sound.with { project in
            project["themes/default/theme.json"] =
                #"{"id": "default", "version": "1.0.0", "config": "ThemeDefault.json"}"#
            project["themes/default/config.json"] = nil
            project["themes/default/ThemeDefault.json"] = SeedFiles.themeDefault
            project[Self.manifestPath] =
                #"{"id": "year", "version": "1.2.0", "imageNamePrefix": "year_", "config": "ThemeOrange.json"}"#
            project[Self.configPath] = nil
            project["themes/year/ThemeOrange.json"] = SeedFiles.themeOrange
            project["themes/dark/theme.json"] = #"{"id": "dark", "version": "1.0.0", "imageNamePrefix": "dark_"}"#
            project["themes/dark/config.plist"] = SeedFiles.darkPlist
        }
        let verification = try ProjectRun(
            of: Project(at: ProjectFiles.root, in: project.memory), .everything, jobs: 1
        ).verifyForPackaging()
        // METhemeKit's default theme has "00" as the shadow of its navigation bar.
        #expect(
            verification.findings.allSatisfy { $0.rule == .configColor && $0.severity == .warning },
            "\(verification.findings.map(\.line))")
        #expect(verification.findings.count { $0.severity == .warning } == 2)
        let themes = Dictionary(uniqueKeysWithValues: verification.themes.map { ($0.manifest.id.string, $0) })
        #expect(themes["dark"]?.manifest.extends?.string == "year")
        #expect(themes["dark"]?.settings?.members["super"] == nil)
        #expect(themes["dark"]?.settings?.members["Color"]?.object?["ThemeColorMode_Default"]?.string == "#112233")
        #expect(
            themes["year"]?.settings?.members["UINavigationBar"]?.object?["NavBarLevel1"]?.object?["tintColor"]?.string
                == "F8F8F8")
    }

    @Test("TM2: a plist holds every kind of setting")
    func plistKinds() throws {
        let project = ProjectFiles.sound.with { project in
            project[Self.configPath] = nil
            project[Self.manifestPath] = project[Self.manifestPath]?.replacing("config.json", with: "config.plist")
            project["themes/year/config.plist"] = ProjectFiles.plist
        }
        let verification = try ProjectRun(
            of: Project(at: ProjectFiles.root, in: project.memory), .folders(["year"]), jobs: 1
        ).verifyForPackaging()
        #expect(verification.findings.map(\.line) == [])
        let settings = try #require(verification.themes.first?.settings?.members)
        #expect(settings["Metrics"] == .object(["radius": .number(7), "enabled": .boolean(false)]))
        #expect(settings["Font"] == .string("A & B A <key>"))
        #expect(settings["List"] == .list([.number(1), .number(0.5), .boolean(true), .string("")]))
    }
}
