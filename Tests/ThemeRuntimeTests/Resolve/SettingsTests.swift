import Foundation
import TestSupport
import Testing
import ThemeDevelopment
import ThemeModel
import ThemeRuntime

@Suite("Settings")
struct SettingsTests {
    static func theme(_ config: String, default defaults: String = "{}", more: String = "") throws -> Theme {
        let project = try TestProject()
        try project.theme("default", config: defaults)
        try project.theme("year", prefix: "year_", config: config, more: more)
        let library = try ThemeLibrary(default: ThemePack(theme: .default, inProject: project.root))
        try library.add(ThemePack(theme: ThemeID("year"), inProject: project.root))
        return try #require(library.theme("year"))
    }

    @Test("DD6: nine typed accessors")
    func accessors() throws {
        let theme = try Self.theme(
            """
            {"o": {"a": 1, "b": {"c": true}}, "c": "#F85825", "s": "text", "u": "https://example.com/x?y", "n": -1.5e1,
             "f": "PingFangSC-Medium,24", "b": false, "z": "320x44", "i": "common/button"}
            """)
        #expect(try theme.object("o") == ["a": .number(1), "b": .object(["c": .boolean(true)])])
        #expect(try theme.color("c") == ThemeColor(red: 0xF8, green: 0x58, blue: 0x25))
        #expect(try theme.string("s") == "text")
        #expect(try theme.url("u") == URL(string: "https://example.com/x?y"))
        #expect(try theme.image(forKey: "i", at: .one) == nil)
        #expect(try theme.number("n") == -15)
        #expect(try theme.font("f") == ThemeFont(name: "PingFangSC-Medium", size: 24))
        #expect(try theme.boolean("b") == false)
        #expect(try theme.size("z") == PointSize(width: 320, height: 44))
        #expect(try theme.boolean("o.b.c") == true)
        #expect(try theme.value("o.a") == .number(1))
    }

    @Test(
        "An unset key is nil for every accessor",
        arguments: ["none", "empty", "null", "o.none", "s.x", "", "o."] as [SettingKey])
    func unset(_ key: SettingKey) throws {
        let theme = try Self.theme(#"{"empty": "", "null": null, "o": {"a": 1}, "s": "text"}"#)
        if key != "" { #expect(try theme.object(key) == nil) }
        guard key != "" else { return }
        #expect(try theme.color(key) == nil)
        #expect(try theme.string(key) == nil)
        #expect(try theme.url(key) == nil)
        #expect(try theme.image(forKey: key, at: .one) == nil)
        #expect(try theme.number(key) == nil)
        #expect(try theme.font(key) == nil)
        #expect(try theme.boolean(key) == nil)
        #expect(try theme.size(key) == nil)
        #expect(try theme.origin(of: key) == nil)
    }

    @Test("DD6: the wrong type is an error that names key, expected and found")
    func wrongTypes() throws {
        let theme = try Self.theme(#"{"a": {"text": "text", "number": 7, "list": [1, 2], "flag": true}}"#)
        func check(_ key: SettingKey, _ expected: String, _ found: String, _ body: () throws(ThemeError) -> Any?) {
            do throws(ThemeError) {
                _ = try body()
                Issue.record("answered")
            } catch {
                guard case .wrongType(let path, key.path, let isExpected, found) = error else {
                    Issue.record("\(error)")
                    return
                }
                #expect(isExpected.hasPrefix(expected))
                #expect(error.message == "\(path): \(key): expected \(isExpected), found \(found)")
            }
        }
        check("a.text", "a number", "the string 'text'") { () throws(ThemeError) in try theme.number("a.text") }
        check("a.text", "a color", "the string 'text'") { () throws(ThemeError) in try theme.color("a.text") }
        check("a.text", "an object", "the string 'text'") { () throws(ThemeError) in try theme.object("a.text") }
        check("a.text", "a font", "the string 'text'") { () throws(ThemeError) in try theme.font("a.text") }
        check("a.text", "a size", "the string 'text'") { () throws(ThemeError) in try theme.size("a.text") }
        check("a.text", "true or false", "the string 'text'") { () throws(ThemeError) in try theme.boolean("a.text") }
        check("a.number", "a string", "the number 7.0") { () throws(ThemeError) in try theme.string("a.number") }
        check("a.number", "a string", "the number 7.0") { () throws(ThemeError) in
            try theme.image(forKey: "a.number", at: .one)
        }
        check("a.number", "a URL", "the number 7.0") { () throws(ThemeError) in try theme.url("a.number") }
        check("a.list", "a size", "a list of 2") { () throws(ThemeError) in try theme.size("a.list") }
        check("a.flag", "a number", "true") { () throws(ThemeError) in try theme.number("a.flag") }
        check("a", "a string", "an object of 4") { () throws(ThemeError) in try theme.string("a") }
    }

    @Test(
        "ME8: colors of 3, 4, 6 and 8 digits, alpha first; 00 is transparent",
        arguments: [
            ("FFF", "argb", "#FFFFFFFF"), ("8123", "argb", "#88112233"), ("F85825", "argb", "#FFF85825"),
            ("4DB2B2B2", "argb", "#4DB2B2B2"), ("00", "argb", "#00000000"), ("#fff", "argb", "#FFFFFFFF"),
            ("B2B2B24D", "rgba", "#4DB2B2B2"), ("1238", "rgba", "#88112233"), ("rgb(1, 2, 3)", "argb", "#FF010203"),
            ("rgba(1, 2, 3, 0.5)", "rgba", "#80010203"),
        ])
    func colors(text: String, order: String, expected: String) throws {
        let theme = try Self.theme("{\"c\": \"\(text)\"}", more: ", \"colorOrder\": \"\(order)\"")
        #expect(try theme.color("c")?.description == expected)
    }

    @Test("Keys are compared as bytes: two Unicode forms are two keys")
    func unicodeForms() throws {
        let theme = try Self.theme("{\"\u{E9}\": 1, \"a\": 1}", default: "{\"e\u{301}\": 2, \"a\": 2}")
        #expect(try theme.number("\u{E9}") == 1)
        #expect(try theme.number("e\u{301}") == 2)
        #expect(try theme.number("a") == 1)
    }

    @Test("A color is read in the order of the theme that sets it")
    func inheritedOrder() throws {
        let theme = try Self.theme(
            #"{"own": "11223344"}"#, default: #"{"own": "00000000", "parent": "11223344"}"#,
            more: #", "colorOrder": "rgba""#)
        #expect(try theme.color("own")?.alpha == 0x44)
        #expect(try theme.color("parent")?.alpha == 0x11)
    }

    @Test(
        "DD12: fonts in every notation",
        arguments: [
            (#""PingFangSC-Medium,24""#, "PingFangSC-Medium", 24.0),
            (#""24 PingFangSC-Medium""#, "PingFangSC-Medium", 24),
            (#""PingFangSC-Medium 24""#, "PingFangSC-Medium", 24), (#""Avenir Next, 12.5""#, "Avenir Next", 12.5),
            (#"{"name": "Avenir", "size": 16}"#, "Avenir", 16), (#""16 Avenir Next Bold""#, "Avenir Next Bold", 16),
            (#"{"size": 16}"#, nil, 16), ("16", nil, 16), (#""16""#, nil, 16),
        ] as [(String, String?, Double)])
    func fonts(json: String, name: String?, size: Double) throws {
        #expect(try Self.theme("{\"f\": \(json)}").font("f") == ThemeFont(name: name, size: size))
    }

    @Test(
        "DD12: any other value is an error as a font",
        arguments: [
            #""Avenir""#, #"",24""#, #""Avenir,0""#, #""Avenir,nan""#, #""Avenir,-3""#, "0", #"{"name": "A"}"#, "[]",
            #""Avenir,1e999""#,
        ])
    func notFonts(json: String) throws {
        let theme = try Self.theme("{\"f\": \(json)}")
        #expect(throws: ThemeError.self) { try theme.font("f") }
    }

    @Test(
        "Sizes in every notation",
        arguments: [
            #"{"width": 320, "height": 44}"#, #""320x44""#, #""{320, 44}""#, #""320, 44""#, #""320 x 44""#,
            #""{320,44}""#, #""{ 320, 44 }""#, #"" 320x,44 ""#,
        ])
    func sizes(json: String) throws {
        #expect(try Self.theme("{\"z\": \(json)}").size("z") == PointSize(width: 320, height: 44))
    }

    @Test(
        "Any other value is an error as a size",
        arguments: [
            #""320""#, #""320x""#, #""x320x44x""#, #"",320,44""#, #""320x44x""#, #""1x2x3""#, #""axb""#,
            #"{"width": 1}"#, "7", #""0x10""#,
            "\"\(String(repeating: "9", count: 400))x44\"",
        ])
    func notSizes(json: String) throws {
        // "0x10" reads as 0 by 10.
        let theme = try Self.theme("{\"z\": \(json)}")
        if json == #""0x10""# {
            #expect(try theme.size("z") == PointSize(width: 0, height: 10))
        } else {
            #expect(throws: ThemeError.self) { try theme.size("z") }
        }
    }

    @Test("Objects are merged by member, other values are replaced, unset values are skipped")
    func merging() throws {
        let theme = try Self.theme(
            #"{"a": {"x": 1, "z": ""}, "b": "text", "c": {"k": 1}, "d": "", "e": null}"#,
            default: #"{"a": {"x": 0, "y": 2, "z": 3}, "b": {"k": 1}, "c": "text", "d": {"k": 5}, "e": 6}"#)
        #expect(try theme.object("a") == ["x": .number(1), "y": .number(2), "z": .number(3)])
        #expect(try theme.number("a.x") == 1)
        #expect(try theme.number("a.y") == 2)
        #expect(try theme.number("a.z") == 3)
        #expect(try theme.origin(of: "a.z")?.theme == .default)
        #expect(try theme.origin(of: "a.x")?.theme.string == "year")
        #expect(try theme.string("b") == "text")
        #expect(try theme.value("b.k") == nil)
        #expect(try theme.object("c") == ["k": .number(1)])
        #expect(try theme.number("d.k") == 5)
        #expect(try theme.number("e") == 6)
    }

    @Test("ME7: settings of controls by property and state; ME9: a state that is not set is nil")
    func controls() throws {
        let theme = try Self.theme(
            #"{"Button": {"Right": {"titleColor": {"UIControlStateNormal": "FFE9A6", "UIControlStateSelected": ""}}}}"#,
            default:
                #"{"Button": {"Right": {"titleColor": {"UIControlStateDisabled": "7FF85825"}, "#
                + #""image": {"UIControlStateNormal": "a"}}}}"#
        )
        let control = theme.control("Button", "Right")
        #expect(try control.color("titleColor", for: .normal) == ThemeColor("FFE9A6"))
        #expect(try control.color("titleColor", for: .disabled) == ThemeColor("7FF85825"))
        #expect(try control.color("titleColor", for: .selected) == nil)
        #expect(try control.color("titleColor", for: "UIControlStateFocused") == nil)
        #expect(try control.states(of: "titleColor") == [.disabled, .normal])
        #expect(try control.colors("titleColor").count == 2)
        #expect(try control.states(of: "tintColor") == [])
        #expect(try theme.string(control.key("image", for: .normal)) == "a")
        #expect(try theme.color("Button.Right.titleColor.UIControlStateNormal") == ThemeColor("FFE9A6"))
        #expect(try theme.control("Slider", "None").colors("x").isEmpty)
    }

    @Test("Paths with equal hashes find their own settings")
    func many() throws {
        let members = (0..<2000).map { "\"key\($0)\": {\"a.c\": \($0), \"a\": {\"b\": \(-$0)}}" }.joined(separator: ",")
        let theme = try Self.theme("{\(members)}")
        for number in 0..<2000 {
            #expect(try theme.number(SettingKey("key\(number)", "a", "b")) == Double(-number))
            #expect(try theme.number(SettingKey("key\(number)", "a.c")) == Double(number))
        }
    }
}
