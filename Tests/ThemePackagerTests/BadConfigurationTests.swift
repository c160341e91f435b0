import TestSupport
import Testing
import ThemeModel

@testable import ThemePackager

@Suite("Bad configuration")
struct BadConfigurationTests {
    static let manifestPath = "themes/year/theme.json"
    static let configPath = "themes/year/config.json"

    static func manifest(
        _ name: String, _ text: String?, key: String? = nil, place: (Int, Int)? = nil, says: String
    ) -> BadInput {
        BadInput(name, .themeManifest, at: manifestPath, key: key, place: place, says: says) { $0[manifestPath] = text }
    }

    static func member(_ key: String, _ json: String, says: String) -> BadInput {
        var members = [
            "id": "\"year\"", "version": "\"1.2.0\"", "imageNamePrefix": "\"year_\"", "config": "\"config.json\"",
        ]
        members[key] = json
        let text = members.sorted { $0.key < $1.key }.map { "\n\"\($0.key)\": \($0.value)" }.joined(separator: ",")
        return manifest("\(key): \(json.prefix(40))", "{\(text)\n}", key: key, says: says)
    }

    static func config(
        _ name: String, _ text: String, _ rule: Rule = .configSyntax, key: String? = nil, place: (Int, Int)? = nil,
        says: String
    ) -> BadInput {
        BadInput(name, rule, at: configPath, key: key, place: place, says: says) { $0[configPath] = text }
    }

    static let deep = String(repeating: "{\"a\":", count: 100_000) + "1" + String(repeating: "}", count: 100_000)

    static let manifests: [BadInput] = [
        manifest("missing", nil, says: "is missing"),
        manifest("empty", "", place: (1, 1), says: "the file ends"),
        manifest("not an object", "[]", says: "expected an object"),
        manifest("malformed", "{\"id\": \"year\",\n  \"version\" \"1.2.0\"}", place: (2, 13), says: "expected ':'"),
        manifest(
            "trailing comma", "{\"id\": \"year\",\n \"version\": \"1.2.0\",\n}", place: (3, 1), says: "expected a key"),
        manifest(
            "duplicate key",
            "{\"id\": \"year\", \"version\": \"1.2.0\", \"imageNamePrefix\": \"year_\",\n \"id\": \"year\"}",
            key: "id", place: (2, 2), says: "stands twice"),
        manifest("nested 100,000 deep", deep, says: "is nested more than 32 levels deep"),
        manifest("100,000 open brackets", String(repeating: "[", count: 100_000), says: "nested"),
        manifest("no id", "{\"version\": \"1.0.0\"}", key: "id", says: "missing"),
        manifest("no version", "{\"id\": \"year\"}", key: "version", says: "missing"),
        BadInput("not UTF-8", .themeManifest, at: manifestPath, place: (2, 11), says: "is not UTF-8") {
            $0.files[manifestPath] =
                Array("{\"id\": \"year\",\n \"name\": \"".utf8) + [0xE9] + Array("\", \"version\": \"1.0.0\"}".utf8)
        },
        BadInput("UTF-16", .themeManifest, at: manifestPath, says: "is not UTF-8") {
            $0.files[manifestPath] = [0xFF, 0xFE] + "{\"id\": \"year\"}".utf8.flatMap { [$0, 0] }
        },
        BadInput("an overlong form", .themeManifest, at: manifestPath, says: "is not UTF-8") {
            $0.files[manifestPath] = Array("{\"id\": \"".utf8) + [0xC0, 0xAF] + Array("\"}".utf8)
        },
        BadInput("larger than the limit", .themeManifest, at: manifestPath, says: "more than the limit of") {
            $0[manifestPath] = "{}" + String(repeating: " ", count: 4 << 20)
        },
        manifest(
            "misspelt key", "{\"id\": \"year\", \"version\": \"1.0.0\", \"imageNamePerfix\": \"year_\"}",
            key: "imageNamePerfix", place: (1, 36), says: "there is no key"),
    ]

    static let members: [BadInput] =
        ["../year", "/etc", "a/b", "a\\\\b", "..", ".", "", "ye ar", "con", "\\u0000", "é"].map {
            member("id", "\"\($0)\"", says: "not well-formed")
        }
        + ["1", "1.2", "../1.0.0", "1.0.0/..", "latest", "", "1.0.0-", "01.0.0", "１.0.0"].map {
            member("version", "\"\($0)\"", says: "not well-formed")
        }
        + ["../", "a/b_", "/", "a\\\\", ".x", "ye ar", "é_", "\\n"].map {
            member("imageNamePrefix", "\"\($0)\"", says: "not well-formed")
        }
        + ["../config.json", "/etc/passwd", "a\\\\b", "a/../b", "con"].map { member("config", "\"\($0)\"", says: "") }
        + [
            member("config", "\"absent.json\"", says: "does not exist"),
            member("id", "3", says: "expected a string"), member("version", "1.0", says: "expected a string"),
            member("version", "null", says: "expected a string"),
            member("imageNamePrefix", "[]", says: "expected a string"),
            member("name", "{}", says: "expected a string"), member("colorOrder", "\"bgra\"", says: "not known"),
            member("resources", "\"*\"", says: "expected a list"), member("resources", "[1]", says: "expected a list"),
            member("id", "\"month\"", says: "the folder is 'year'"),
            member("extends", "\"year\"", says: "extends itself"),
            member("extends", "\"defualt\"", says: "there is no theme 'defualt'"),
            member("extends", "\"../x\"", says: "not well-formed"),
            member("activeFrom", "\"2026-12-31\"", says: "not well-formed"),
            member("activeUntil", "\"2026-12-31T00:00:00\"", says: "not well-formed"),
            member("activeFrom", "1798646400", says: "expected a string"),
            member(
                "activeUntil", "\"2026-12-31T16:00:00Z\", \"activeFrom\": \"2027-01-01T00:00:00+08:00\"",
                says: "ends before it begins"),
            member("priority", "1.5", says: "expected a whole number"),
            member("priority", "\"1\"", says: "expected a whole number"),
            member("priority", "1000001", says: "expected a whole number"),
        ]

    static let configs: [BadInput] = [
        config("empty", "", place: (1, 1), says: "the file ends"),
        config("a list", "[]", says: "holds no object"),
        config("trailing comma", "{\n  \"a\": 1,\n}", place: (3, 1), says: "expected a key"),
        config("trailing comma in a list", "{\"List\": [1,\n2, ]}", place: (2, 4), says: "expected a value"),
        config("no comma", "{\"a\": 1\n \"b\": 2}", place: (2, 2), says: "expected ',' or '}'"),
        config("no colon", "{\"a\" 1}", place: (1, 6), says: "expected ':'"),
        config("no closing brace", "{\"a\": 1\n", place: (2, 1), says: "expected ',' or '}'"),
        config("no value", "{\"a\": }", place: (1, 7), says: "is no value"),
        config("no end of a string", "{\"a\": \"b}", place: (1, 7), says: "no end"),
        config("a line break in a string", "{\"a\": \"b\nc\"}", place: (1, 9), says: "control character"),
        config("a control character", "{\"a\": \"\u{1}\"}", place: (1, 8), says: "control character"),
        config("behind non-ASCII, columns count characters", "{\"é图\": x}", place: (1, 8), says: "is no value"),
        config("unquoted key", "{a: 1}", place: (1, 2), says: "expected a key"),
        config("single quotes", "{'a': 1}", place: (1, 2), says: "expected a key"),
        config("comment", "{} // x", place: (1, 4), says: "expected the end"),
        config("two documents", "{}{}", place: (1, 3), says: "expected the end"),
        config("leading zero", "{\"a\": 01}", place: (1, 7), says: "is no value"),
        config("plus sign", "{\"a\": +1}", place: (1, 7), says: "is no value"),
        config("hexadecimal", "{\"a\": 0x10}", place: (1, 7), says: "is no value"),
        config("bare fraction", "{\"a\": .5}", place: (1, 7), says: "is no value"),
        config("NaN", "{\"a\": NaN}", place: (1, 7), says: "is no value"),
        config("number out of a double's range", "{\"a\": 1e400}", place: (1, 7), says: "is no value"),
        config("whole number that a double cannot hold", "{\"a\": 9007199254740993}", place: (1, 7), says: "too large"),
        config("True", "{\"a\": True}", place: (1, 7), says: "is no value"),
        config("unknown escape", "{\"a\": \"\\x\"}", place: (1, 7), says: "escape"),
        config("lone high surrogate", "{\"a\": \"\\ud800\"}", place: (1, 7), says: "escape"),
        config("lone low surrogate", "{\"a\": \"\\udc00x\"}", place: (1, 7), says: "escape"),
        config("nested 100,000 deep", deep, says: "is nested more than 32 levels deep"),
        config(
            "duplicate key", "{\"Font\": \"a\",\n\"Font\": \"b\"}", key: "Font", place: (2, 1),
            says: "stands twice (first in line 1)"),
        config(
            "duplicate key below", "{\"Color\": {\"title\": \"FFF\", \"title\": \"000\"}}", key: "Color.title",
            place: (1, 28),
            says: "stands twice"),
        config(
            "duplicate key in another Unicode form", "{\"\u{E9}\": 1, \"e\u{301}\": 2}", key: "\u{E9}",
            says: "stands twice"),
        config(
            "no colour", "{\"Color\": {\n  \"title\": \"F8582\"\n}}", .configColour, key: "Color.title", place: (2, 12),
            says: "'F8582' is no colour"),
        config(
            "sign in a colour", "{\"Color\": {\"title\": \"+F5825\"}}", .configColour, key: "Color.title",
            place: (1, 21), says: "no colour"),
        config(
            "full-width digits in a colour", "{\"Color\": {\"title\": \"ＦＦＦ\"}}", .configColour, key: "Color.title",
            says: "no colour"),
        config(
            "colour by a word", "{\"Color\": {\"title\": \"red\"}}", .configColour, key: "Color.title",
            says: "no colour"),
        config(
            "string for a number", "{\"Metrics\": {\"radius\": \"6\"}}", .configType, key: "Metrics.radius",
            place: (1, 24),
            says: "is a string, the default theme has a number"),
        config(
            "number for a colour", "{\"Color\": {\"title\": 16316453}}", .configType, key: "Color.title",
            says: "is a number, the default theme has a colour"),
        config(
            "list for an object", "{\"Color\": []}", .configType, key: "Color",
            says: "is a list, the default theme has an object"),
        config(
            "number for a boolean", "{\"Metrics\": {\"enabled\": 1}}", .configType, key: "Metrics.enabled",
            says: "is a number"),
        config(
            "unknown key", "{\"Colour\": {}}", .configUnknownKey, key: "Colour", place: (1, 2), says: "does not know"),
        config(
            "unknown key below", "{\"Color\": {\"tilte\": \"FFF\"}}", .configUnknownKey, key: "Color.tilte",
            says: "does not know"),
        BadInput(
            "a key of the default in another Unicode form", .configUnknownKey, at: configPath, key: "e\u{301}",
            place: (1, 2), says: "in another Unicode form: U+00E9, and not U+0065 U+0301"
        ) {
            $0["themes/default/config.json"] = "{\"\u{E9}\": 1}"
            $0[configPath] = "{\"e\u{301}\": 1}"
        },
        config(
            "a state missing", "{\"Button\": {\"titleColor\": {\"normal\": \"FFF\"}}}", .configState,
            key: "Button.titleColor",
            says: "sets no highlighted"),
        BadInput("not UTF-8", .configSyntax, at: configPath, place: (1, 8), says: "is not UTF-8") {
            $0.files[configPath] = Array("{\"a\": \"".utf8) + [0xFF] + Array("\"}".utf8)
        },
        BadInput("larger than the limit", .configSyntax, at: configPath, says: "more than the limit") {
            $0[configPath] = "{}" + String(repeating: " ", count: 4 << 20)
        },
    ]

    static let plists: [BadInput] = {
        let path = "themes/year/config.plist"
        func plist(
            _ name: String, _ text: String, _ rule: Rule = .configSyntax, key: String? = nil, place: (Int, Int)? = nil,
            says: String
        ) -> BadInput {
            BadInput(name, rule, at: path, key: key, place: place, says: says) { project in
                project[configPath] = nil
                project[manifestPath] = project[manifestPath]?.replacing("config.json", with: "config.plist")
                project[path] = text
            }
        }
        func dict(_ body: String) -> String {
            "<?xml version=\"1.0\"?>\n<plist version=\"1.0\">\n<dict>\n\(body)\n</dict>\n</plist>\n"
        }
        return [
            plist("plist: empty", "", place: (1, 1), says: "is not an XML property list"),
            plist("plist: JSON", "{\"a\": 1}", says: "is not an XML property list"),
            plist("plist: binary", "bplist00\u{1}", says: "binary property list"),
            plist(
                "plist: duplicate key", dict("<key>Font</key><string>a</string>\n<key>Font</key><string>b</string>"),
                key: "Font",
                place: (5, 1), says: "stands twice (first in line 4)"),
            plist(
                "plist: nested 100,000 deep",
                "<plist>" + String(repeating: "<dict><key>a</key>", count: 100_000),
                says: "is nested more than 32 levels deep"),
            plist("plist: 100,000 arrays", "<plist>" + String(repeating: "<array>", count: 100_000), says: "nested"),
            plist("plist: 100,000 plists", String(repeating: "<plist>", count: 100_000) + "<dict/>", says: ""),
            plist("plist: 100,000 unknown tags", "<plist><dict>" + String(repeating: "<x>", count: 100_000), says: ""),
            plist(
                "plist: entities",
                "<!DOCTYPE plist [<!ENTITY a \"b\">]>\n<plist><dict><key>a</key><string>&a;</string></dict></plist>",
                place: (1, 1), says: "declares entities"),
            plist(
                "plist: unknown entity", dict("<key>Font</key><string>&a;</string>"), place: (4, 1),
                says: "not a well-formed"),
            plist(
                "plist: another tag at the end", dict("<key>Font</key>\n<string>a</real>"), place: (5, 1),
                says: "not a well-formed"),
            plist(
                "plist: date", dict("<key>Font</key><date>2026-01-01T00:00:00Z</date>"), key: "Font", place: (4, 16),
                says: "date or data"),
            plist("plist: data", dict("<key>Font</key><data>AAAA</data>"), key: "Font", says: "date or data"),
            plist("plist: a tag without end", dict("<key>Font</key><string>a</string"), says: ""),
            plist("plist: tags that cross", "<plist><dict><key>a</key><array></dict></array></plist>", says: ""),
            plist("plist: a tag not closed", "<plist><dict><key>a</key><string>b</string>", says: "not closed"),
            plist("plist: closed too often", "<plist></dict></plist>", says: ""),
            plist(
                "plist: number that is none", dict("<key>Font</key><real>x</real>"), key: "Font",
                says: "no finite number"),
            plist(
                "plist: not a number", dict("<key>Metrics</key><dict><key>radius</key><real>nan</real></dict>"),
                key: "Metrics.radius", says: "no finite number"),
            plist(
                "plist: whole number that a double cannot hold",
                dict("<key>Metrics</key><dict><key>radius</key>\n<integer>9007199254740993</integer></dict>"),
                key: "Metrics.radius", place: (5, 1), says: "too large"),
            plist(
                "plist: whole number of many digits",
                dict("<key>Metrics</key><dict><key>radius</key><integer>-99999999999999999999999</integer></dict>"),
                key: "Metrics.radius", says: "too large"),
            plist(
                "plist: equal keys, one in CDATA",
                dict("<key>Font</key><string>a</string>\n<key><![CDATA[Font]]></key><string>b</string>"), key: "",
                says: "CDATA"),
            plist(
                "plist: equal keys, one with a character reference",
                dict("<key>Font</key><string>a</string>\n<key>F&#111;nt</key><string>b</string>"), key: "F&#111;nt",
                place: (5, 1), says: "character reference"),
            plist("plist: a comment in a key", dict("<key>Fo<!-- -->nt</key><string>b</string>"), says: "well-formed"),
            plist(
                "plist: infinite", dict("<key>Metrics</key><dict><key>radius</key><real>inf</real></dict>"),
                key: "Metrics.radius", says: "no finite number"),
            plist("plist: a list at the top", "<plist><array/></plist>", says: ""),
            plist(
                "plist: no colour", dict("<key>Color</key><dict><key>title</key>\n<string>F8582</string></dict>"),
                .configColour,
                key: "Color.title", place: (5, 1), says: "no colour"),
            plist(
                "plist: wrong type", dict("<key>Metrics</key><dict><key>radius</key><true/></dict>"), .configType,
                key: "Metrics.radius", says: "is a boolean"),
        ]
    }()

    /// Without its prefix or its settings' name, a theme's files are taken for others.
    private func followed(_ input: BadInput) -> BadInput {
        var input = input
        if input.key == "imageNamePerfix" { input.mayFollow = [.imageDefaultMissing] }
        if input.key == "config" { input.mayFollow = [.imageFormat] }
        return input
    }

    @Test(
        "One finding names the file, the key and the place, and says how to mend it",
        arguments: manifests + members + configs + plists)
    func findings(_ input: BadInput) throws { try followed(input).check() }

    @Test(
        "Folders of images and themes that lie in each other are refused",
        arguments: [("a", "a"), ("a", "a/b"), ("x/y", "X"), ("themes", nil), ("themes/year", nil)])
    func overlap(_ assets: String, _ themes: String?) throws {
        let other = themes.map { ", \"themes\": \"\($0)\"" } ?? ""
        let project = ProjectFiles.sound.with { $0["themepack.json"] = "{\"assets\": \"\(assets)\"\(other)}" }
        #expect {
            try project.verify()
        } throws: { error in
            let problem = error as? ProjectProblem
            return problem?.message.contains("lie in each other") == true && problem?.hint != nil
                && problem?.place == Place(line: 1, column: 12)
        }
    }

    @Test("A thousand patterns with wildcards are taken, any number of names, and no more")
    func patterns() throws {
        func findings(_ patterns: [String]) throws -> [Finding] {
            try ProjectFiles.sound.with { project in
                let list = patterns.map { "\"\($0)\"" }.joined(separator: ",")
                project[Self.manifestPath] =
                    #"{"id": "year", "version": "1.2.0", "imageNamePrefix": "year_", "config": "config.json", "resources": [\#(list)]}"#
                for number in 0..<200 { project["themes/year/r/\(number).txt"] = "x" }
            }.verify(.folders(["year"]))
        }
        let names = (0..<20_000).map { "r/\($0).txt" }
        #expect(try findings((0..<999).map { "x\($0)/*" } + names + ["r/**"]).map(\.line) == [])
        #expect(try findings((0...1000).map { "r/**/\($0)*" }).contains { $0.key == "resources" })
    }

    @Test(
        "The hint of a misspelling is the right spelling",
        arguments: [
            (member("extends", "\"defualt\"", says: ""), "did you mean 'default'?"),
            (manifests[14], "did you mean 'imageNamePrefix'?"),
            (config("", "{\"Colour\": {}}", .configUnknownKey, key: "Colour", says: ""), "did you mean 'Color'?"),
        ])
    func spelling(_ input: BadInput, _ hint: String) throws {
        let findings = try ProjectFiles.sound.with(input.spoil).verify()
        #expect(
            findings.first { $0.rule == input.rule && $0.key == input.key }?.hint == hint, "\(findings.map(\.line))")
    }

    @Test(
        "What only looks wrong is right",
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
        #expect(findings.map(\.rule) == [.configColour])
        #expect(findings.first?.severity == .warning && findings.first?.hint?.contains("00000000") == true)
    }

    @Test("A list of more values than the limit is refused, whatever they are", arguments: ["\"a\"", "1", "[]", "{}"])
    func manyValues(_ item: String) throws {
        var limits = Limits()
        limits.configValues = 100
        func read(_ count: Int) throws {
            let items = [String](repeating: item, count: count).joined(separator: ",")
            _ = try SourceDocument.read(Array("[\(items)]".utf8), fileName: "config.json", limits: limits)
        }
        try read(99)
        #expect(throws: SourceProblem.self) { try read(101) }
    }

    @Test("A string of four megabytes on one line is read at once")
    func longString() throws {
        let text = "{\"Font\": \"" + String(repeating: "a", count: 4_000_000) + "\"}"
        let start = ContinuousClock.now
        #expect(try ProjectFiles.sound.with { $0[Self.configPath] = text }.verify(.folders(["year"])).map(\.line) == [])
        #expect(ContinuousClock.now - start < .seconds(30))
    }

    @Test("A place behind four megabytes on one line is exact")
    func farColumn() throws {
        let head = "{\"Font\": \"" + String(repeating: "é", count: 1_000_000) + "\", "
        let findings = try ProjectFiles.sound.with { $0[Self.configPath] = head + "x}" }.verify(.folders(["year"]))
        #expect(findings.first?.place == Place(line: 1, column: head.unicodeScalars.count + 1))
    }

    @Test("ME7 both of METhemeKit's files work unchanged, and DD9 so does a plist with super")
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
        let verification = try Verifier(Project(at: ProjectFiles.root, in: project.memory), jobs: 1).verifyForPackaging(
            .everything)
        // The default's navigation bar has the seed's own "00" for its shadow.
        #expect(
            verification.findings.allSatisfy { $0.rule == .configColour && $0.severity == .warning },
            "\(verification.findings.map(\.line))")
        #expect(verification.count(.warning) == 2)
        let themes = Dictionary(uniqueKeysWithValues: verification.themes.map { ($0.manifest.id.string, $0) })
        #expect(themes["dark"]?.manifest.extends?.string == "year")
        #expect(themes["dark"]?.settings?.object?["super"] == nil)
        #expect(themes["dark"]?.settings?.object?["Color"]?.object?["ThemeColorMode_Default"]?.string == "#112233")
        #expect(
            themes["year"]?.settings?.object?["UINavigationBar"]?.object?["NavBarLevel1"]?.object?["tintColor"]?.string
                == "F8F8F8")
    }

    @Test("TM2 a plist holds every kind of setting")
    func plistKinds() throws {
        let project = ProjectFiles.sound.with { project in
            project[Self.configPath] = nil
            project[Self.manifestPath] = project[Self.manifestPath]?.replacing("config.json", with: "config.plist")
            project["themes/year/config.plist"] = ProjectFiles.plist
        }
        let verification = try Verifier(Project(at: ProjectFiles.root, in: project.memory), jobs: 1)
            .verifyForPackaging(.folders(["year"]))
        #expect(verification.findings.map(\.line) == [])
        let settings = try #require(verification.themes.first?.settings?.object)
        #expect(settings["Metrics"] == .object(["radius": .number(7), "enabled": .boolean(false)]))
        #expect(settings["Font"] == .string("A & B A <key>"))
        #expect(settings["List"] == .list([.number(1), .number(0.5), .boolean(true), .string("")]))
    }
}
