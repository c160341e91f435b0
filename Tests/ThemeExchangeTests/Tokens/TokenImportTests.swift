import ThemeSystem
import TestSupport
import Testing
import ThemeExchange

@Suite("Import of design tokens")
struct TokenImportTests: TokenTests {
    let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    @Test(
        "Each type of token becomes a setting",
        arguments: [
            ("\"color\"", ##"{"colorSpace": "srgb", "components": [1, 0.5, 0], "alpha": 0.5}"##, "t #80FF8000"),
            ("\"color\"", ##""#ff8000""##, "t #FFFF8000"), ("\"color\"", ##""#ff800080""##, "t #80FF8000"),
            ("\"dimension\"", #"{"value": 4, "unit": "px"}"#, "t the number 4.0"),
            ("\"dimension\"", #"{"value": 1.5, "unit": "rem"}"#, "t the number 24.0"),
            ("\"dimension\"", #""12px""#, "t the number 12.0"), ("\"number\"", "0.5", "t the number 0.5"),
            ("\"color\"", ##"{"colorSpace": "srgb", "components": [1, 0.5, 0], "alpha": "50%"}"##, "t #80FF8000"),
            ("\"duration\"", #"{"value": 1.5, "unit": "s"}"#, "t the number 1500.0"),
            ("\"fontWeight\"", #""semi-bold""#, "t the number 600.0"), ("\"fontWeight\"", "450", "t the number 450.0"),
            ("\"fontWeight\"", #""700""#, "t the number 700.0"), ("\"dimension\"", #""0""#, "t the number 0.0"),
            ("\"color\"", #""transparent""#, "t #00000000"), ("\"color\"", #""RebeccaPurple""#, "t #FF663399"),
            ("\"color\"", #""rgb(255 0 0 / 50%)""#, "t #80FF0000"),
            ("\"color\"", #""rgb(10%,20%,30%)""#, "t #FF1A334D"),
            ("\"color\"", #""hsl(210, 50%, 40%)""#, "t #FF336699"),
            ("\"color\"", #""hsla(210deg 50 40 / .5)""#, "t #80336699"), ("null", #""hsl(0 0% 100%)""#, "t #FFFFFFFF"),
            ("\"fontFamily\"", #"["Inter", "Arial"]"#, "t a list of 2"),
            ("\"cubicBezier\"", "[0, 0, 1, 1]", "t a list of 4"),
            ("\"strokeStyle\"", #""solid""#, "t the string 'solid'"),
            ("\"dimension\"", #""16""#, "t the number 16.0"), ("null", #""9px""#, "t the number 9.0"),
            ("null", #"".5""#, "t the number 0.5"),
            ("\"number\"", #""-0.5""#, "t the number -0.5"), ("\"other\"", #""1.5rem""#, "t the number 24.0"),
            ("\"spacing\"", #"{"value": 4, "unit": "px"}"#, "t the number 4.0"),
            ("\"content\"", #""9px""#, "t the string '9px'"), ("null", #""9em""#, "t the string '9em'"),
            ("null", #""1e5""#, "t the string '1e5'"), ("\"fontWeight\"", #""Bold""#, "t the number 700.0"),
            ("\"fontWeight\"", #""Extra Bold""#, "t the number 800.0"),
            ("\"fontWeights\"", #""SemiBold Italic""#, "t the number 600.0"),
            ("\"fontWeights\"", #""Display""#, "t the string 'Display'"),
            ("\"color\"", ##""rgba(#ffff00, 0.5)""##, "t #80FFFF00"),
            ("null", #""rgba(red, 50%)""#, "t #80FF0000"),
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
            (#""hsl", "components": [210, 50, 40]"#, "#FF336699"),
            (#""hwb", "components": [210, 20, 40]"#, "#FF336699"),
            (#""oklch", "components": [0.627955, 0.257683, 29.2339]"#, "#FFFF0000"),
            (#""oklab", "components": [0.5, 0, 0]"#, "#FF636363"),
            (#""srgb-linear", "components": [0.5, "none", 0]"#, "#FFBC0000"),
            (##""lab", "components": [50, 0, 0], "hex": "#777777""##, "#FF777777"),
        ])
    func spaces(_ value: String, _ expected: String) throws {
        let (lines, change) = try settings(#"{"t": {"$type": "color", "$value": {"colorSpace": \#(value)}}}"#)
        #expect(lines == ["t \(expected)"])
        try change.check("t", are: .changed, of: value)
    }

    // The values are those of the package coloraide.
    @Test("Functions of CSS are colors, in their units")
    func functions() throws {
        let (lines, change) = try settings(
            """
            {"c": {"$type": "color", "a": {"$value": "oklch(62.7955% 0.257683 29.2339)"},
              "b": {"$value": "oklab(0.5 0 0 / 50%)"}, "c": {"$value": "hwb(210deg 20% 40%)"},
              "d": {"$value": "hsl(0.5turn 50% 40%)"}, "e": {"$value": "color(srgb 1 0 0.5)"},
              "f": {"$value": "color(display-p3 0.6 0.6 0.6 / 0.5)"}, "g": {"$value": "hsla(210, 50%, 40%, 0.5)"},
              "lab": {"$value": "lab(50% 20 20)"}, "mix": {"$value": "color-mix(in srgb, red, blue)"}},
             "plain": {"$value": "OKLCH(62.7955% 64.42075% 29.2339)"},
             "gap": {"$value": {"value": 1e308, "unit": "rem"}}}
            """)
        #expect(
            lines == [
                "c.a #FFFF0000", "c.b #80636363", "c.c #FF336699", "c.d #FF339999", "c.e #FFFF0080", "c.f #80999999",
                "c.g #80336699", "plain #FFFF0000",
            ])
        try change.check("c.lab", "c.mix", "gap", are: .notTaken)
        try change.check("c.a", are: .changed)
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
            ##""$value": "{a}""##, ##""$value": "{b}""##,
            ##""$value": "{none.x}""##, ##""$value": "{group}""##,
            ##""$ref": "#/a""##, #""$type": "color", "$value": "reddish""#,
            #""$type": "color", "$value": "hsl(a, 1%, 2%)""#,
            #""$type": "color", "$value": "rgb(1, 2)""#,
            #""$type": "color", "$value": "hsl(5%, 1e999%, nan)""#,
            #""$type": "color", "$value": {"colorSpace": "srgb", "components": ["NaN", 0, 0]}"#,
            #""$type": "color", "$value": {"colorSpace": "srgb", "components": [0, 0]}"#,
            #""$type": "dimension", "$value": {"value": 1, "unit": "em"}"#,
            #""$type": "fontWeight", "$value": "fat""#,
        ])
    func broken(_ token: String) throws {
        let (lines, change) = try settings(
            #"{"a": {\#(token)}, "b": {"$value": "{a}"}, "group": {"ok": {"$type": "number", "$value": 1}}}"#)
        #expect(lines.contains("group.ok the number 1.0"))
        let item = try #require(change.item("a"))
        #expect(item.hasDefect, "\(item)")
        try change.check("a", are: .notTaken, of: token)
    }

    @Test("Circular groups and deep files are defects")
    func circular() throws {
        let (_, change) = try settings(#"{"a": {"$extends": "{b}"}, "b": {"$extends": "{a}"}}"#)
        #expect(change.contents.items.contains { $0.hasDefect })
        try change.contents.items.check(of: "groups")
        try sandbox.write("deep.json", String(repeating: "{\"a\":", count: 100_000))
        let items = try read("deep.json").items
        #expect(items.count == 1)
        try items.check(of: "depth")
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
        for (name, text) in [("aliases", aliases), ("groups", groups)] {
            try sandbox.write("t.json", text)
            let defects = try read("t.json").items.filter(\.hasDefect)
            try Array(defects.prefix(1)).check(of: name)
        }
        let sets = Self.levels { level in
            "{\"sources\": [\(repeatElement("{\"$ref\": \"#/sets/l\(level + 1)\"}", count: 8).joined(separator: ","))]}"
        }
        try sandbox.write(
            "r.json", "{\"sets\": \(sets), \"resolutionOrder\": [{\"$ref\": \"#/sets/l0\"}]}")
        try read("r.json").items.filter(\.hasDefect).check(of: "sources")
    }

    @Test("A row names the file that defines a token, and the definitions that it replaces")
    func twice() throws {
        try sandbox.write("a.json", #"{"c": {"$value": 1}, "same": {"$value": 1}, "x": {"g": {"$value": 1}}}"#)
        try sandbox.write("b.json", #"{"c": {"$value": 2}, "same": {"$value": 1}, "$name": "b"}"#)
        try sandbox.write("c.json", #"{"y": {"$extends": "{x}"}}"#)
        let change = try CatalogMaker.write(try read("a.json", "b.json", "c.json"), into: project)
        try change.check("c", are: .inPart)
        #expect(change.line("same") == "taken")
        let paths = ["c", "same", "x.g", "y.g", "$name"].map { change.item($0)?.path.lastPathComponent }
        #expect(paths == ["b.json", "b.json", "a.json", "c.json", "b.json"])
    }

    @Test(
        "What verification would reject is not taken: a text under a key of colors, or a defect",
        arguments: [
            (#"{"color": {"b": {"$value": "var(--x)"}}}"#, "color.b", false),
            (#"{"a": {"colors": {"$value": ["f00", "x"]}}}"#, "a.colors", false),
            (#"{"a": {"edge_color": {"value": "edge", "type": "content"}}}"#, "a.edge_color", false),
            (#"{"": {"x": {"$value": 1}}}"#, ".x", true), (#"{"super": {"$value": 1}}"#, "super", true),
            (#"{"a": {"b": {"$value": 1}}, "a.b": {"$value": 1}}"#, "a.b", true),
        ])
    func rejected(_ json: String, _ name: String, _ isDefect: Bool) throws {
        let change = try settings(json).change
        let items = change.contents.items.filter { $0.name == name }
        #expect(items.flatMap(\.notes).map(\.isDefect) == [isDefect], "\(items)")
        try items.check(of: json)
        #expect(change.contents.items.contains { $0.name == name && $0.isTaken } == (name == "a.b"))
    }

    @Test("A context has values of the default theme's types: a family is a list if another one is")
    func contextTypes() throws {
        let base = ##"[{"f": {"$value": "A"}, "n": {"$value": 1}, "c": {"$value": "#AA22CC"}}]"##
        let other = #"[{"f": {"$value": ["B", "C"]}, "n": {"$value": "x"}, "c": {"$value": "ink"}}]"#
        try sandbox.write(
            "r.json",
            "{\"resolutionOrder\": [{\"sources\": \(base)}, {\"contexts\": {\"light\": [], \"dark\": \(other)}}]}")
        let change = try CatalogMaker.write(try read("r.json"), into: project)
        #expect(try sandbox.text("project/themes/default/config.json").contains("\"f\": [\n    \"A\"\n  ]"))
        #expect(change.line("f") == "taken")
        try change.check("n", "c", are: .inPart)
    }

    @Test("Members without '$', as old plugins of Figma write them, are read")
    func figma() throws {
        let (lines, change) = try settings(##"{"a": {"value": "#123456", "type": "color"}}"##)
        #expect(lines == ["a #FF123456"] && change.line("a") == "taken")
    }

    @Test("Metadata is counted, not dropped silently")
    func metadata() throws {
        let (_, change) = try settings(
            #"{"$name": "x", "a": {"$type": "number", "$value": 1, "$extensions": {"com.figma": 1}}}"#)
        try change.check("$extensions", "$name", are: .notTaken)
        #expect(change.item("a")?.outcome == .taken)
    }
}
