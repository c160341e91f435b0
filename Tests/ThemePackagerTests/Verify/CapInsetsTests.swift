import TestSupport
import Testing
import ThemeModel
import ThemeProject

@testable import ThemePackager

/// The default image has 44 x 22 points.
@Suite("Cap insets")
struct CapInsetsTests {
    private static func messages(_ year: String, standard: String = "{}") throws -> [String] {
        let project = ProjectFiles.sound.with {
            $0["themes/default/config.json"] = standard
            $0["themes/year/config.json"] = year
        }
        return try project.verify().filter { $0.rule == .configInsets }.map {
            "\($0.path) \($0.key ?? ""): \($0.message)"
        }
    }

    private static func button(_ insets: String) -> String {
        #"{"CapInsets": {"common/button": {"# + insets + "}}}"
    }

    @Test(
        "RR2 Insets are no longer than their image together, and not negative",
        arguments: [
            (#""left": 22, "right": 22, "top": 11, "bottom": 11"#, nil), (#""left": 44"#, nil), (#""top": 0"#, nil),
            (#""left": 22, "right": 22.5"#, "left 22 and right 22.5 exceed the width of 'common/button', 44 points"),
            (#""top": 23"#, "top 23 and bottom 0 exceed the height of 'common/button', 22 points"),
            (#""left": -1"#, "left -1 is negative"),
        ])
    func fit(_ insets: String, _ message: String?) throws {
        let own = Self.button(insets)
        let expected = message.map { ["themes/year/config.json CapInsets.common/button: \($0)"] } ?? []
        #expect(try Self.messages(own, standard: Self.button(#""left": 0, "right": 0, "bottom": 0"#)) == expected)
    }

    @Test("A theme's insets are merged with its parent's, and only the theme that sets them has the finding")
    func chain() throws {
        let parent = Self.button(#""left": 30, "right": 20"#)
        let found = "CapInsets.common/button: left 30 and right 20 exceed the width of 'common/button', 44 points"
        #expect(try Self.messages("{}", standard: parent) == ["themes/default/config.json \(found)"])
        #expect(
            try Self.messages(Self.button(#""right": 2"#), standard: parent) == ["themes/default/config.json \(found)"])
    }

    @Test("Insets that no look-up reads, because the name is divided, are reported at each place that has them")
    func nested() throws {
        let text = #"{"CapInsets": {"common": {"button": {"left": 4}, "absent": {"left": 4}}}}"#
        let messages = try Self.messages(text)
        #expect(messages.count == 1)
        #expect(try Sentences.mismatch(messages.first, of: "insets of a divided name", in: "settings") == nil)
    }

    @Test("A name with a dot is a name, also beside the name up to the dot")
    func dots() throws {
        func messages(_ insets: String) throws -> [String] {
            let project = ProjectFiles.sound.with {
                for name in ["button.9", "plain.9"] { $0.files["assets/common/\(name).png"] = PNGFile(44, 22).bytes }
                $0["themes/default/config.json"] = "{\"CapInsets\": {\(insets)}}"
                $0["themes/year/config.json"] = "{}"
            }
            return try project.verify().filter { $0.rule == .configInsets }.map { "\($0.key ?? ""): \($0.message)" }
        }
        #expect(try messages(#""common/button.9": {"left": 4}, "common/plain.9": {"left": 4}"#) == [])
        #expect(try messages(#""common/button": {"left": 4, "9": {"top": 2}}"#) == [])
        #expect(
            try messages(#""common/button": {"left": 4}, "common/button.9": {"left": 50}"#) == [
                "CapInsets.common/button.9: left 50 and right 0 exceed the width of 'common/button.9', 44 points"
            ])
        #expect(try messages(#""common/button": {"left": "4"}, "common/button.9": {"left": 4}"#).count == 1)
    }

    @Test("Insets of an image that does not exist are not checked, nor is a section that is none")
    func others() throws {
        for text in [#"{"CapInsets": {"absent": {"left": 1000}}}"#, #"{"CapInsets": 5}"#] {
            #expect(try Self.messages(text, standard: text).isEmpty, "\(text)")
        }
    }

    @Test(
        "Insets that an app cannot read are reported in the default theme, with which the others are compared",
        arguments: [#"{"left": "9"}"#, #"{"lefft": 9}"#, #"{"left": 9, "x": {}}"#, "9", "[1, 2, 3, 4]", "true"])
    func unreadable(_ insets: String) throws {
        let text = #"{"CapInsets": {"common/button": "# + insets + "}}"
        let messages = try Self.messages(text, standard: text)
        #expect(messages.count == 1)
        #expect(try Sentences.mismatch(messages.first, of: "insets \(insets)", in: "settings") == nil)
        #expect(try Self.messages(text, standard: Self.button(#""left": 9"#)).isEmpty)
    }
}
