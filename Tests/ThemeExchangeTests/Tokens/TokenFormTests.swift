import TestSupport
import Testing
import ThemeExchange
import ThemeModel
import ThemeProject

@Suite("Token files of other tools")
struct TokenFormTests: TokenTests {
    let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    private func lines(_ theme: String) throws -> [String] {
        try ExportedProject.themes(theme, in: project)[0].settings.map { setting in
            "\(setting.path) \(setting.color?.description ?? setting.value.summary)"
        }
    }

    @Test("Style Dictionary: value and type without a $, aliases that end in .value")
    func styleDictionary() throws {
        let read = try settings(
            """
            {"color": {"base": {"red": {"value": "#ff0000", "comment": "x"}},
              "danger": {"value": "{color.base.red.value}"}},
             "size": {"gap": {"value": "16px", "type": "dimension"}, "twice": {"value": "{size.gap.value} * 2"}}}
            """)
        #expect(read.lines == ["color.base.red #FFFF0000", "color.danger #FFFF0000", "size.gap the number 16.0"])
        try read.change.check("size.twice", are: .notTaken)
        #expect(read.change.contents.items.map(\.kind) == ["token", "token", "token", "token", "metadata"])
    }

    @Test("Tokens Studio: sets in one file, themes that enable sets, aliases across sets")
    func tokensStudio() throws {
        try sandbox.write(
            "t.json",
            """
            {"core": {"red": {"value": "#ff0000", "type": "color"}, "gap": {"value": "4", "type": "spacing"}},
             "light": {"back": {"value": "#ffffff", "type": "color"}, "bold": {"value": "Bold", "type": "fontWeights"}},
             "dark": {"back": {"value": "{red}", "type": "color"}}, "unused": {"x": {"value": 1}},
             "$themes": [
               {"name": "Dark Mode", "selectedTokenSets": {"core": "source", "dark": "enabled", "light": "enabled"}},
               {"name": "Light", "selectedTokenSets": {"core": "source", "light": "enabled", "dark": "disabled"}}],
             "$metadata": {"tokenSetOrder": ["core", "light", "dark"]}}
            """)
        let change = try CatalogMaker.write(try read("t.json"), into: project)
        #expect(
            try lines("default") == [
                "back #FFFFFFFF", "bold the number 700.0", "gap the number 4.0", "red #FFFF0000",
            ])
        #expect(try sandbox.text("project/themes/dark-mode/config.json") == "{\n  \"back\": \"#FF0000\"\n}\n")
        try change.check("t.json", are: .notTaken)
        #expect(change.contents.items.map(\.name) == ["back", "bold", "gap", "red", "dark-mode", "t.json"])
    }

    @Test("Tokens Studio: a folder with a file for each set, and the themes beside them")
    func tokensStudioFolder() throws {
        try sandbox.write("t/core.json", ##"{"red": {"value": "#ff0000", "type": "color"}}"##)
        try sandbox.write("t/mode/light.json", ##"{"back": {"value": "#ffffff", "type": "color"}}"##)
        try sandbox.write("t/mode/dark.json", #"{"back": {"value": "{red}", "type": "color"}}"#)
        try sandbox.write("t/mode/broken.json", "{")
        try sandbox.write("t/notes.txt", "x")
        try sandbox.write("t/$metadata.json", #"{"tokenSetOrder": ["core", "mode/light", "mode/dark", "mode/broken"]}"#)
        try sandbox.write(
            "t/$themes.json",
            """
            [{"id": "1", "name": "Light", "selectedTokenSets": {"core": "source", "mode/light": "enabled"}},
             {"id": "2", "name": "Dark", "selectedTokenSets": {"core": "source", "mode/dark": "enabled"}}]
            """)
        let change = try CatalogMaker.write(try read("t"), into: project)
        #expect(try lines("default") == ["back #FFFFFFFF", "red #FFFF0000"])
        #expect(try sandbox.text("project/themes/dark/config.json") == "{\n  \"back\": \"#FF0000\"\n}\n")
        try change.check("notes.txt", "broken.json", are: .notTaken)
        try sandbox.write("t/$themes.json", #"{"themes": []}"#)
        #expect(try CatalogMaker.write(try read("t"), into: project).line("$themes.json").contains("contains no list"))
    }

    @Test("A color that a modifier of Tokens Studio computes is left out, and so are its aliases")
    func modifiers() throws {
        let modify = #"{"studio.tokens": {"modify": {"type": "lighten", "value": "0.5", "space": "lch"}}}"#
        let read = try settings(
            """
            {"x": {"a": {"value": "#222222", "type": "color"}, "alias": {"value": "{b}", "type": "color"},
              "b": {"value": "{a}", "type": "color", "$extensions": \(modify)}}, "$themes": []}
            """)
        #expect(read.lines == ["a #FF222222"])
        try read.change.check("b", "alias", are: .notTaken)
    }

    @Test("Without themes, all sets of Tokens Studio are merged in their order")
    func setOrder() throws {
        let read = try settings(
            """
            {"b": {"x": {"value": "#222222", "type": "color"}}, "a": {"x": {"value": "#111111", "type": "color"}},
             "$metadata": {"tokenSetOrder": ["b", "a"]}, "$themes": []}
            """)
        #expect(read.lines == ["x #FF111111"])
        try read.change.check("x", are: .inPart)
    }

    @Test("Spectrum: a value for each mode, the light one first")
    func spectrum() throws {
        try sandbox.write(
            "color.json",
            """
            {"blue": {"$schema": "x", "component": "c", "sets": {"light": {"value": "rgb(1, 2, 3)", "uuid": "u"},
              "dark": {"value": "rgba(4, 5, 6, 0.5)"}}, "uuid": "u"},
             "accent": {"value": "{blue}"}, "gap": {"sets": {"desktop": {"value": "4px"}, "mobile": {"value": "6px"}}}}
            """)
        let change = try CatalogMaker.write(try read("color.json"), into: project)
        #expect(try lines("default") == ["accent #FF010203", "blue #FF010203", "gap the number 4.0"])
        #expect(
            try sandbox.text("project/themes/dark/config.json")
                == "{\n  \"accent\": \"#80040506\",\n  \"blue\": \"#80040506\"\n}\n")
        #expect(try sandbox.text("project/themes/mobile/config.json") == "{\n  \"gap\": 6\n}\n")
        #expect(change.contents.items.filter { $0.kind == "token" }.count == 3)
    }

    @Test("Spectrum: the address of a schema has the type, and composites need none beside their value")
    func spectrumTypes() throws {
        func schema(_ type: String) -> String { #""$schema": "https://example.com/token-types/\#(type).json""# }
        let read = try settings(
            """
            {"gap": {\(schema("dimension")), "value": "9px", "uuid": "1"},
             "op": {\(schema("opacity")), "value": "0.5"}, "weight": {\(schema("font-weight")), "value": "bold"},
             "font": {\(schema("font-family")), "value": "Clean"},
             "body": {\(schema("typography")), "value": {"fontFamily": "{font}", "fontSize": "{gap}"}, "uuid": "2"},
             "plain": {"value": {"fontFamily": "{font}", "lineHeight": "1.2"}, "uuid": "3"},
             "value": {"value": {"a": {"value": "4px"}}}}
            """)
        #expect(
            read.lines == [
                "body.fontFamily the string 'Clean'", "body.fontSize the number 9.0", "font the string 'Clean'",
                "gap the number 9.0", "op the number 0.5", "plain.fontFamily the string 'Clean'",
                "plain.lineHeight the number 1.2", "value.value.a the number 4.0", "weight the number 700.0",
            ])
        #expect(read.change.contents.items.filter { $0.kind == "token" }.allSatisfy { $0.outcome == .taken })
    }

    @Test("An alpha beside a value is the color's alpha, in aliases and composites as well")
    func alpha() throws {
        let read = try settings(
            ##"""
            {"a": {"$value": "#1f2328", "$type": "color", "alpha": 0.2}, "b": {"$value": "{a}", "$type": "color"},
             "c": {"$value": "{a}", "$type": "color", "alpha": "{half}"}, "half": {"$value": 0.5},
             "d": {"value": "#1f2328", "alpha": "20%"}, "e": {"$value": 4, "alpha": 0.2},
             "f": {"$value": "#1f2328", "$type": "color", "alpha": 2}, "g": {"$value": "#1f2328", "alpha": "x"},
             "s": {"$type": "shadow", "$value": {"color": "{black}", "alpha": 0.25, "blur": "4px"}},
             "black": {"$type": "color", "$value": {"colorSpace": "srgb", "components": [0, 0, 0]}}}
            """##)
        #expect(
            read.lines == [
                "a #331F2328", "b #331F2328", "black #FF000000", "c #801F2328", "d #331F2328", "e the number 4.0",
                "half the number 0.5", "s.blur the number 4.0", "s.color #40000000",
            ])
        #expect(read.change.contents.items.filter(\.hasDefect).isEmpty)
        try read.change.check("e", are: .inPart)
        try read.change.check("f", "g", are: .notTaken)
    }

    @Test("Formulas are left out, except colors with an alpha")
    func formulas() throws {
        let read = try settings(
            ##"""
            {"set": {"base": {"value": "4", "type": "sizing"}, "red": {"value": "#ff0000", "type": "color"},
              "tint": {"value": "rgba({red}, 0.5)", "type": "color"},
              "a": {"value": "{base*2}", "type": "sizing"}, "b": {"value": "{base} * 2", "type": "dimension"},
              "c": {"value": "4 * 2", "type": "spacing"}, "d": {"value": "roundTo({base} / 3)", "type": "dimension"},
              "e": {"value": "1em", "type": "dimension"}, "f": {"value": "rgba({red}, {no})", "type": "color"},
              "g": {"value": "lighten({red}, 5%)", "type": "color"}},
             "$themes": [], "$metadata": {"tokenSetOrder": ["set"]}}
            """##)
        #expect(read.lines == ["base the number 4.0", "red #FFFF0000", "tint #80FF0000"])
        #expect(read.change.contents.items.filter(\.hasDefect).map(\.name) == ["f"])
        try read.change.check("a", "b", "c", "d", "e", "f", "g", are: .notTaken)
    }

    @Test("JSON5: notations that JSON does not have")
    func notations() throws {
        try sandbox.write(
            "t.json5",
            "{a /* c */ : {$value: 'x\\x41\\'\\a'}, b // c\r\n : {$value: 'one\\\r\n two'},\u{A0}\u{B}"
                + "é: {$value: 0x1FFFFFFFFFF}, c\u{FEFF}: {$value: 5.e1}}")
        try CatalogMaker.write(try read("t.json5"), into: project)
        #expect(
            try lines("default") == [
                "a the string 'xA'a'", "b the string 'one two'", "c the number 50.0", "é the number 2199023255551.0",
            ])
    }

    @Test("Primer: JSON5 with comments, keys without quotation marks, single quotes and commas at the end")
    func json5() throws {
        try sandbox.write(
            "base.json5",
            #"""
            // Colors, /* of all */ themes
            {
              base: { /* a
                comment */ ink: {
                  'black': { $value: '#1f2328', $type: 'color', },
                  "text": { $value: 'it\'s "x" // no comment', $type: 'string' },
                  $0: {$value: +.5, $type: 'number'}, hex: {$value: 0x10, $type: 'number'},
              } },
            }
            """#)
        try CatalogMaker.write(try read("base.json5"), into: project)
        #expect(
            try lines("default") == [
                "base.ink.black #FF1F2328", "base.ink.hex the number 16.0",
                "base.ink.text the string 'it's \"x\" // no comment'",
            ])
    }

    @Test(
        "What is not JSON5 is reported with its line",
        arguments: [
            "{\n a: [1,, 2]}", "{\n 'a", "{\n /*", "{\n a: @}", "{\n a: Infinity}", "{\n a: -Infinity}",
            "{\n a: '\\x4'}",
            "{a: '\\\n', b: @}",
        ])
    func broken(_ text: String) throws {
        try sandbox.write("t.json5", text)
        let item = try #require(try CatalogMaker.write(try read("t.json5"), into: project).item("t.json5"))
        #expect(item.outcome == .notTaken && item.hasDefect && item.notes[0].text.contains("(line 2)"), "\(item)")
    }
}
