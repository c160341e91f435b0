import Foundation
import TestSupport
import Testing
import ThemeProject

@testable import ThemeKeys

@Suite("Rules for keys")
struct KeyRuleTests {
    private static let config = """
        {"Font": {"title": "Helvetica,17", "unset": "", "pair": {"name": "A", "size": 1}}, "Size": {"a": "320x44"},
         "Cap": {"top": 1, "left": 2}, "Link": "https://a.b", "Box": {"a": 1, "b": {}}, "Null": null, "N": 1, "S": "s"}
        """

    @Test(
        "A type applies to the settings that its pattern matches",
        arguments: [
            (#"{"Font.*": "font"}"#, ["title: __FontSetting", "unset: __FontSetting", "pair: __FontSetting"]),
            (#"{"Size.a": "size"}"#, ["a: __SizeSetting"]), (#"{"Cap": "insets"}"#, ["cap: __InsetsSetting"]),
            (#"{"Link": "url"}"#, ["link: __URLSetting"]), (#"{"Box": "object"}"#, ["box: __ObjectSetting"]),
            (#"{"Box": "value"}"#, ["box: __ValueSetting"]), (#"{"Null": "color"}"#, ["null: __ColorSetting"]),
            (#"{"?": "value", "N": "number"}"#, ["n: __NumberSetting", "s: __ValueSetting"]),
            ("{}", ["unset: __ValueSetting", "null: __ValueSetting", "b: __ObjectSetting", "title: __StringSetting"]),
        ])
    func types(_ types: String, _ expected: [String]) throws {
        let keys = try ProjectFiles.project(config: Self.config, rules: "{\"types\": \(types)}").keys()
        for line in expected { #expect(keys.text.contains("static var \(line) {"), "\(line)") }
    }

    @Test(
        "A rule that is wrong is an error with its position in themepack.json",
        arguments: [
            (#""types": {"N": "font size"}"#, #""N""#),
            (#""types": {"S": "number"}"#, #""number""#),
            (#""types": {"Font.title": "insets"}"#, #""insets""#),
            (#""types": {"F.*": "font"}"#, #""font""#),
            (#""types": {"N": 1}"#, "1"), (#""names": {"a": ""}"#, "\"\""),
            (#""renamed": {"": "a"}"#, #""a""#),
            (#""types": []"#, "[]"),
            (#""types": {"?": "value", "N*": "url"}"#, #""url""#),
            (#""names": {"a": "2x"}"#, #""2x""#),
            (#""names": {"b": "x"}"#, #""x""#),
            (#""renamed": {"old": "b"}"#, #""b""#),
            (#""renamed": {"older": "old", "old": "a"}"#, #""old""#),
            (#""renamed": {"b": "older", "older": "a"}"#, #""older""#),
            (#""renamed": {"a": "c"}"#, #""c""#),
            (#""renamed": {"old/": "c"}"#, #""c""#),
            (#""type": {}"#, #""type""#),
        ])
    func mistakes(_ rule: String, _ place: String) throws {
        let files = ProjectFiles.project(["a", "c"], config: Self.config, rules: "{\(rule)}")
        let error = try #require(files.keyError())
        #expect(try Sentences.mismatch(error.sentence, of: rule, in: "keys") == nil)
        #expect(error.path?.hasSuffix("themepack.json") == true)
        let text = try #require(files["themepack.json"])
        let column = try #require(text.range(of: place)).lowerBound.utf16Offset(in: text) + 1
        #expect(error.position == SourcePosition(line: 1, column: column), "\(error)")
    }

    @Test("A name that nearly exists is suggested")
    func suggestion() {
        let error = ProjectFiles.project(["common/on"], rules: #"{"names": {"comon/on": "x"}}"#).keyError()
        #expect(error?.hint?.contains("'common/on'") == true)
    }

    @Test("All names that nearly exist are listed, the nearest first, three at most")
    func nearNames() {
        let images = ["button", "buttons", "butter", "bottom", "other"]
        let error = ProjectFiles.project(images, rules: #"{"names": {"buton": "x"}}"#).keyError()
        let names = error?.hint?.matches(of: /'(\w+)'/).map { String($0.1) } ?? []
        #expect(names.first == "button" && names.count <= 3 && !names.contains("other"), "\(names)")
    }

    @Test("A name that collides exists, so a rule about it is not a second mistake")
    func collision() throws {
        let files = ProjectFiles.project(["x-y", "x_y"], rules: #"{"renamed": {"old": "x_y"}}"#)
        let error = try #require(files.keyError())
        #expect(error.message.contains("both become 'xY'") && error.others.isEmpty)
    }

    @Test("Names apply to images, folders, settings and themes")
    func names() throws {
        var files = ProjectFiles.project(
            ["common/2x-on", "t/x"], config: #"{"Color": {"title": "F00"}}"#,
            rules: #"{"names": {"common/2x-on": "twoOn", "t/": "Tabs", "Color": "Paint", "year": "newYear"}}"#)
        files["themes/year/theme.json"] = #"{"id": "year", "version": "1.0.0", "imageNamePrefix": "year_"}"#
        #expect(
            try files.keys().declarations == [
                "enum Common {", "static var twoOn: __ImageKey { .init(\"common/2x-on\"", "enum Tabs {",
                "static var x: __ImageKey { .init(\"t/x\"", "enum Paint {",
                "static var title: __ColorSetting { .init(\"Color.title\"",
                "static var newYear: __ThemeID { \"year\" }",
            ])
    }

    @Test("An old name is deprecated, and asks for the new one")
    func renamed() throws {
        let rules = """
            {"renamed": {"common/old": "common/new", "gone/x": "common/new", "Color.a": "Color.b", "c": "init",
                         "common/ne_w": "common/new", "common/n-ew": "common/init"}}
            """
        let keys = try ProjectFiles.project(
            ["common/new", "init", "common/init"], config: #"{"Color": {"b": "F00"}}"#, rules: rules
        ).keys()
        #expect(
            keys.declarations == [
                "@available(*, deprecated, message: \"renamed to .`init`\")",
                "static var c: __ImageKey { .init(\"init\"", "enum Common {",
                "static var `init`: __ImageKey { .init(\"common/init\"",
                "@available(*, deprecated, message: \"renamed to .Common.`init`\")",
                "static var nEw: __ImageKey { .init(\"common/init\"",
                "@available(*, deprecated, renamed: \"new\")",
                "static var neW: __ImageKey { .init(\"common/new\"",
                "static var new: __ImageKey { .init(\"common/new\"",
                "@available(*, deprecated, renamed: \"new\")",
                "static var old: __ImageKey { .init(\"common/new\"", "enum Gone {",
                "@available(*, deprecated, renamed: \"ImageKey.Common.new\")",
                "static var x: __ImageKey { .init(\"common/new\"", "static var `init`: __ImageKey { .init(\"init\"",
                "enum Color {", "@available(*, deprecated, renamed: \"b\")",
                "static var a: __ColorSetting { .init(\"Color.b\"", "static var b: __ColorSetting { .init(\"Color.b\"",
            ])
    }

    @Test("An old name with the identifier of the new one needs no key")
    func renamedToSame() throws {
        let keys = try ProjectFiles.project(["a-b"], rules: #"{"renamed": {"a_b": "a-b"}}"#).keys()
        #expect(keys.declarations == ["static var aB: __ImageKey { .init(\"a-b\""])
    }
}
