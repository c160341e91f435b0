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
                "back #FFFFFFFF", "bold the string 'Bold'", "gap the number 4.0", "red #FFFF0000",
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
        try sandbox.write("plain/a.json", "{}")
        let error = #expect(throws: UserError.self) { try read("plain") }
        #expect(error?.hint?.contains("$themes.json") == true)
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
        #expect(try lines("default") == ["accent #FF010203", "blue #FF010203", "gap the string '4px'"])
        #expect(
            try sandbox.text("project/themes/dark/config.json")
                == "{\n  \"accent\": \"#80040506\",\n  \"blue\": \"#80040506\"\n}\n")
        #expect(try sandbox.text("project/themes/mobile/config.json") == "{\n  \"gap\": \"6px\"\n}\n")
        #expect(change.contents.items.filter { $0.kind == "token" }.count == 3)
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
        "What is not JSON5 is reported with its line", arguments: ["{\n a: [1,, 2]}", "{\n 'a", "{\n /*", "{\n a: @}"])
    func broken(_ text: String) throws {
        try sandbox.write("t.json5", text)
        let item = try #require(try CatalogMaker.write(try read("t.json5"), into: project).item("t.json5"))
        #expect(item.outcome == .notTaken && item.hasDefect && item.notes[0].text.contains("(line 2)"), "\(item)")
    }
}
