import Foundation
import TestSupport
import Testing
import ThemeExchange
import ThemeModel
import ThemeProject

@Suite("Design tokens")
struct TokenTests {
    let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    private var project: String { "\(sandbox.path)/project" }

    private func read(_ files: String..., themes: [String] = []) throws -> ThemeContents {
        try TokenImport.read(
            files.map { "\(sandbox.path)/\($0)" }, themes: AppearanceThemes(themes), limits: ProjectLimits())
    }

    /// Imports one file and returns the default theme's settings as `path value`.
    private func settings(_ json: String) throws -> (lines: [String], change: ProjectChange) {
        try sandbox.write("t.tokens.json", json)
        let change = try CatalogMaker.write(try read("t.tokens.json"), into: project)
        guard FileManager.default.fileExists(atPath: project) else { return ([], change) }
        let theme = try ExportedProject.themes("default", in: project)[0]
        return (theme.settings.map { "\($0.path) \($0.color?.description ?? $0.value.summary)" }, change)
    }

    @Test(
        "Each type of token becomes a setting",
        arguments: [
            ("\"color\"", ##"{"colorSpace": "srgb", "components": [1, 0.5, 0], "alpha": 0.5}"##, "t #80FF8000"),
            ("\"color\"", ##""#ff8000""##, "t #FFFF8000"), ("\"color\"", ##""#ff800080""##, "t #80FF8000"),
            ("\"dimension\"", #"{"value": 4, "unit": "px"}"#, "t the number 4.0"),
            ("\"dimension\"", #"{"value": 1.5, "unit": "rem"}"#, "t the number 24.0"),
            ("\"dimension\"", #""12px""#, "t the number 12.0"), ("\"number\"", "0.5", "t the number 0.5"),
            ("\"duration\"", #"{"value": 1.5, "unit": "s"}"#, "t the number 1500.0"),
            ("\"fontWeight\"", #""semi-bold""#, "t the number 600.0"), ("\"fontWeight\"", "450", "t the number 450.0"),
            ("\"fontWeight\"", #""700""#, "t the number 700.0"), ("\"dimension\"", #""0""#, "t the number 0.0"),
            ("\"color\"", #""transparent""#, "t #00000000"),
            ("\"fontFamily\"", #"["Inter", "Arial"]"#, "t a list of 2"),
            ("\"cubicBezier\"", "[0, 0, 1, 1]", "t a list of 4"),
            ("\"strokeStyle\"", #""solid""#, "t the string 'solid'"),
        ])
    func types(_ type: String, _ value: String, _ expected: String) throws {
        #expect(try settings(#"{"t": {"$type": \#(type), "$value": \#(value)}}"#).lines == [expected])
    }

    @Test("Composites become objects of settings")
    func composites() throws {
        let shadow = ##"{"color": "#00000080", "offsetX": {"value": 2, "unit": "px"}, "inset": true}"##
        let (lines, _) = try settings(
            #"{"a": {"$type": "shadow", "$value": [\#(shadow)]}, "b": {"$type": "shadow", "$value": \#(shadow)}}"#)
        #expect(
            lines == [
                "a.0.color #80000000", "a.0.inset true", "a.0.offsetX the number 2.0", "b.color #80000000",
                "b.inset true", "b.offsetX the number 2.0",
            ])
    }

    // The values are those of the CSS Color 4 sample code.
    @Test(
        "Color spaces are converted, and the table says so",
        arguments: [
            (#""hsl", "components": [210, 50, 40]"#, "#FF336699", "hsl converted to sRGB"),
            (#""hwb", "components": [210, 20, 40]"#, "#FF336699", "hwb converted to sRGB"),
            (#""oklch", "components": [0.627955, 0.257683, 29.2339]"#, "#FFFF0000", "oklch converted to sRGB"),
            (#""oklab", "components": [0.5, 0, 0]"#, "#FF636363", "oklab converted to sRGB"),
            (#""srgb-linear", "components": [0.5, "none", 0]"#, "#FFBC0000", "linear-srgb converted to sRGB"),
            (##""lab", "components": [50, 0, 0], "hex": "#777777""##, "#FF777777", "lab taken from its \"hex\""),
        ])
    func spaces(_ value: String, _ expected: String, _ note: String) throws {
        let (lines, change) = try settings(#"{"t": {"$type": "color", "$value": {"colorSpace": \#(value)}}}"#)
        #expect(lines == ["t \(expected)"])
        #expect(change.line("t") == "changed; \(note)")
    }

    @Test("Types are inherited, aliases resolved in both notations, groups extended")
    func references() throws {
        let (lines, change) = try settings(
            ##"""
            {"color": {"$type": "color", "base": {"$value": "#112233"}, "on": {"$value": "{color.base}"},
              "pointer": {"$ref": "#/color/base"}, "value": {"$value": {"$ref": "#/color/base/$value"}},
              "$root": {"$value": "#445566"}},
             "alias": {"$value": "{color.on}"}, "size": {"$type": "number", "$value": 3},
             "button": {"$extends": "{color}", "base": {"$value": "#FFFFFF"}}}
            """##)
        #expect(
            lines == [
                "alias #FF112233", "button.base #FFFFFFFF", "button.on #FF112233", "button.pointer #FF112233",
                "button.root #FF445566", "button.value #FF112233", "color.base #FF112233", "color.on #FF112233",
                "color.pointer #FF112233", "color.root #FF445566", "color.value #FF112233", "size the number 3.0",
            ])
        #expect(change.contents.items.allSatisfy { $0.outcome == .taken })
    }

    @Test(
        "Circles, missing tokens and broken values are defects; other tokens are taken",
        arguments: [
            (##""$value": "{a}""##, "lead back to themselves"), (##""$value": "{b}""##, "lead back to themselves"),
            (##""$value": "{none.x}""##, "names no token"), (##""$value": "{group}""##, "names a group"),
            (##""$ref": "#/a""##, "lead back"), (#""$type": "color", "$value": "red""#, "is not a color"),
            (#""$type": "color", "$value": {"colorSpace": "srgb", "components": ["NaN", 0, 0]}"#, "not a number"),
            (#""$type": "color", "$value": {"colorSpace": "srgb", "components": [0, 0]}"#, "three components"),
            (#""$type": "dimension", "$value": {"value": 1, "unit": "em"}"#, "no measure"),
            (#""$type": "fontWeight", "$value": "fat""#, "not a font weight"),
        ])
    func broken(_ token: String, _ text: String) throws {
        let (lines, change) = try settings(
            #"{"a": {\#(token)}, "b": {"$value": "{a}"}, "group": {"ok": {"$type": "number", "$value": 1}}}"#)
        #expect(lines.contains("group.ok the number 1.0"))
        let item = try #require(change.item("a"))
        #expect(item.outcome == .notTaken && item.notes.contains { $0.isDefect && $0.text.contains(text) }, "\(item)")
    }

    @Test("Circular groups and deep files are defects")
    func circular() throws {
        let (_, change) = try settings(#"{"a": {"$extends": "{b}"}, "b": {"$extends": "{a}"}}"#)
        #expect(change.contents.items.contains { $0.notes.contains { $0.text.contains("leads back to itself") } })
        try sandbox.write("deep.json", String(repeating: "{\"a\":", count: 100_000))
        let items = try read("deep.json").items
        #expect(items.count == 1 && items[0].notes[0].text.contains("nested"))
    }

    /// Each of twelve levels names the next one eight times.
    private static func levels(_ level: (Int) -> String) -> String {
        "{" + (0..<12).map { "\"l\($0)\": \(level($0))" }.joined(separator: ", ") + "}"
    }

    @Test("References that multiply are a defect, and end")
    func multiplied() throws {
        let aliases = Self.levels { level in
            let items = level == 11 ? "1" : repeatElement("\"{l\(level + 1)}\"", count: 8).joined(separator: ",")
            return "{\"$value\": [\(items)]}"
        }
        let groups = Self.levels { level in
            level == 11
                ? "{}"
                : "{" + (0..<8).map { "\"g\($0)\": {\"$extends\": \"{l\(level + 1)}\"}" }.joined(separator: ",") + "}"
        }
        for text in [aliases, groups] {
            try sandbox.write("t.json", text)
            let items = try read("t.json").items
            #expect(items.contains { $0.notes.contains { $0.text.contains("more than a million") } })
        }
        let sets = Self.levels { level in
            "{\"sources\": [\(repeatElement("{\"$ref\": \"#/sets/l\(level + 1)\"}", count: 8).joined(separator: ","))]}"
        }
        try sandbox.write(
            "r.json", "{\"sets\": \(sets), \"resolutionOrder\": [{\"$ref\": \"#/sets/l0\"}]}")
        let items = try read("r.json").items
        #expect(items.contains { $0.notes.contains { $0.text.contains("more than 1,000 sources") } })
    }

    private func writeResolver(_ extra: String = "") throws {
        try sandbox.write("base.tokens.json", ##"{"c": {"$type": "color", "$value": "#111111"}, "n": {"$value": 1}}"##)
        try sandbox.write("night.tokens.json", ##"{"c": {"$type": "color", "$value": "#EEEEEE"}}"##)
        try sandbox.write(
            "r.json",
            ##"""
            {"version": "2025.10", "sets": {"base": {"sources": [{"$ref": "base.tokens.json"}\##(extra)]}},
             "modifiers": {"theme": {"default": "light", "contexts": {"light": [], "night": [
               {"$ref": "night.tokens.json"}, {"d": {"$type": "number", "$value": 2}}]}}},
             "resolutionOrder": [{"$ref": "#/sets/base"}, {"$ref": "#/modifiers/theme"}]}
            """##)
    }

    @Test("Contexts of modifiers become themes that have only what differs")
    func resolver() throws {
        try writeResolver()
        try CatalogMaker.write(try read("r.json"), into: project)
        #expect(
            try sandbox.text("project/themes/night/config.json") == """
                {
                  "c": "EEEEEE",
                  "d": 2
                }

                """)
        #expect(try sandbox.text("project/themes/default/config.json").contains("\"c\": \"111111\""))
    }

    @Test(
        "A resolver document reads no file outside its folder", arguments: ["/etc/hostname", "../t.json", "http://a/b"])
    func outside(_ reference: String) throws {
        try writeResolver(", {\"$ref\": \"\(reference)\"}")
        let change = try CatalogMaker.write(try read("r.json"), into: project)
        #expect(change.line("r.json").contains("is no file below the folder"))
        #expect(change.item("c")?.outcome == .taken)
    }

    @Test("A resolver document reads no file through a folder that is a link")
    func linkedFolder() throws {
        try sandbox.write("outside/t.json", #"{"stolen": {"$type": "number", "$value": 1}}"#)
        try sandbox.write("in/r.json", #"{"resolutionOrder": [{"sources": [{"$ref": "f/t.json"}]}]}"#)
        try FileManager.default.createSymbolicLink(
            atPath: "\(sandbox.path)/in/f", withDestinationPath: "../outside")
        let items = try read("in/r.json").items
        #expect(items.map(\.name) == ["r.json"])
        #expect(items[0].notes[0].text == "'f/t.json' leads out of the folder of the resolver document")
    }

    @Test("A context without tokens of its own has a row")
    func emptyContext() throws {
        try sandbox.write(
            "r.json",
            #"{"resolutionOrder": [{"sources": [{"a": {"$value": 1}}]}, {"name": "m", "default": "x", "#
                + #""contexts": {"x": [], "y": [], "z": [{"a": {"$value": 2}}]}}]}"#)
        let change = try CatalogMaker.write(try read("r.json"), into: project)
        #expect(change.line("y") == "not taken; none of its tokens differs from the default")
        #expect(change.line("z") == "taken")
    }

    @Test("A context has what differs from the theme that it extends")
    func combinedContext() throws {
        func token(_ value: Int) -> String { "[{\"a\": {\"$value\": \(value)}, \"b\": {\"$value\": \(value)}}]" }
        let contexts = "{\"x\": [], \"dark\": \(token(2)), \"dark-high-contrast\": [{\"b\": {\"$value\": 2}}]}"
        try sandbox.write(
            "r.json",
            "{\"resolutionOrder\": [{\"sources\": \(token(1))}, {\"default\": \"x\", \"contexts\": \(contexts)}]}")
        try CatalogMaker.write(try read("r.json"), into: project)
        #expect(
            try sandbox.text("project/themes/dark-high-contrast/config.json") == "{\n  \"a\": 1\n}\n")
        #expect(try sandbox.text("project/themes/dark-high-contrast/theme.json").contains(#""extends": "dark""#))
    }

    @Test("Members without '$', as old plugins of Figma write them, have a hint")
    func figma() throws {
        let (_, change) = try settings(##"{"a": {"value": "#123456", "type": "color"}}"##)
        #expect(change.line("a.value").contains("write '$value'") && change.line("a.type").contains("write '$type'"))
    }

    @Test("Sets that refer to themselves end")
    func circularSets() throws {
        try writeResolver(", {\"$ref\": \"#/sets/base\"}")
        #expect(
            try CatalogMaker.write(try read("r.json"), into: project).line("r.json").contains("refer to themselves"))
    }

    @Test("Metadata is counted, not dropped silently")
    func metadata() throws {
        let (_, change) = try settings(
            #"{"$name": "x", "a": {"$type": "number", "$value": 1, "$extensions": {"com.figma": 1}}}"#)
        #expect(change.line("$extensions") == "not taken; occurs once: settings have no metadata")
        #expect(change.line("$name") == "not taken; occurs once: settings have no metadata")
        #expect(change.item("a")?.outcome == .taken)
    }

    @Test(
        "The judge of exports finds what the standard forbids",
        arguments: [
            ("t.json", #"{"a.b": {"$type": "number", "$value": 1}}"#), ("t.json", #"{"a": {"$value": 1}}"#),
            ("t.json", #"{"a": {"$type": "number", "$value": true}}"#), ("t.json", #"{"a": 1}"#),
            ("t.json", #"{"a": {"$type": "number", "$value": 1, "b": {}}}"#), ("t.json", #"{"$x": {}}"#),
            ("t.json", ##"{"a": {"$type": "color", "$value": "#ffffff"}}"##),
            ("t.json", #"{"a": {"$type": "color", "$value": {"colorSpace": "srgb", "components": [0, 0, 2]}}}"#),
            (
                "t.json",
                ##"{"a": {"$type": "color", "$value": {"colorSpace": "srgb", "components": [0, 0, 0], "##
                    + ##""hex": "#00000000"}}}"##
            ),
            ("t.resolver.json", #"{"version": "2025.10"}"#),
            (
                "t.resolver.json",
                ##"{"version": "1", "resolutionOrder": [{"$ref": "#/sets/a"}], "sets": {"a": {"sources": []}}}"##
            ),
            ("t.resolver.json", ##"{"version": "2025.10", "resolutionOrder": [{"$ref": "#/sets/b"}]}"##),
            (
                "t.resolver.json",
                ##"{"version": "2025.10", "resolutionOrder": [{"$ref": "#/sets/a"}], "##
                    + ##""sets": {"a": {"sources": [], "name": "a"}}}"##
            ),
        ])
    func judge(_ name: String, _ json: String) { #expect(TokenJudge([name: Array(json.utf8)]).problems.count == 1) }

    @Test("Export and import give the same settings; what tokens cannot have is reported")
    func roundTrip() throws {
        let source = try TestProject()
        try source.theme(
            "default",
            config: #"{"Color": {"a": "80123456", "Brand/b": "FFF"}, "Metrics": {"gap": 4.5}, "s": "x", "a.b": "000"}"#)
        try source.theme("night", config: #"{"Color": {"a": "FEDCBA"}}"#)
        try source.image("assets/x.png")
        let themes = try ExportedProject.themes("default", "night", in: source.root)
        let export = TokenExport.files(of: themes)
        #expect(export.paths == ["default.tokens.json", "night.tokens.json", "themes.resolver.json"])
        let left = export.items.filter { $0.outcome == .notTaken }.map(\.name)
        #expect(left == ["a.b", "s", "x"])
        let files = Dictionary(export.files.map { ($0.path, $0.bytes) }, uniquingKeysWith: { $1 })
        #expect(TokenJudge(files).problems == [])
        try export.write(to: sandbox, "out")
        let change = try CatalogMaker.write(try read("out/themes.resolver.json"), into: project)
        #expect(change.contents.items.allSatisfy { $0.outcome == .taken }, "\(change.contents.items)")
        let again = ExportedProject.summary(try ExportedProject.themes("default", "night", in: project))
        let expected = ExportedProject.summary(themes).filter { line in
            !line.contains(" x ") && !line.contains(" s ") && !line.contains(" a.b ")
        }
        #expect(again == expected)
    }
}
