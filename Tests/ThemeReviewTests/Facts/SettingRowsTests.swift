import TestSupport
import Testing
import ThemeModel
import ThemeProject

@testable import ThemeReview

@Suite("Settings in a review")
struct SettingRowsTests {
    private static func rows(
        _ defaults: String, _ own: String = "{}", theme: String = "year", more: (inout ProjectFiles) -> Void = { _ in }
    ) throws -> [ReviewedSetting] {
        let facts = try ProjectFactsTests.facts(
            of: ProjectFiles.sound.with {
                $0["themes/default/config.json"] = defaults
                $0["themes/year/config.json"] = own
                more(&$0)
            })
        return try #require(facts.themes.first { $0.id == theme }).settings
    }

    @Test("A setting comes from the theme, from one that it extends, or from the default theme")
    func origins() throws {
        let rows = try Self.rows(
            #"{"Color": {"a": "111", "b": "222", "c": "333"}}"#, #"{"Color": {"a": "", "b": "444", "c": "555"}}"#,
            theme: "night"
        ) {
            $0["themes/night/theme.json"] = #"{"id": "night", "version": "1.0.0", "extends": "year"}"#
            $0["themes/night/config.json"] = "{\n \"Color\": {\"c\": \"666\"}}"
        }
        #expect(rows.map(\.text) == ["111", "444", "666"])
        #expect(rows.map(\.origin) == [.defaultTheme, .inherited("year"), .own])
        #expect(
            rows.map(\.file) == [
                "themes/default/config.json", "themes/year/config.json", "themes/night/config.json",
            ])
        #expect(rows[2].position == SourcePosition(line: 2, column: 17))
    }

    @Test(
        "A value has the type that a report draws",
        arguments: [
            (#"{"Color": {"x": "F00"}}"#, .color, .color(ThemeColor(red: 255, green: 0, blue: 0))),
            (#"{"Color": {"x": "nocolor"}}"#, .color, .other),
            (#"{"Font": "Helvetica 12"}"#, .font, .font(ThemeFont(name: "Helvetica", size: 12))),
            (#"{"Font": {"name": "A", "size": 9}}"#, .font, .font(ThemeFont(name: "A", size: 9))),
            (#"{"Title": "Chapter 12"}"#, .string, .other),
            (#"{"Row": {"width": 3, "height": 4}}"#, .size, .size(PointSize(width: 3, height: 4))),
            (#"{"Row": "{3, 4}"}"#, .size, .size(PointSize(width: 3, height: 4))),
            (#"{"Cap": {"top": 1, "left": 2}}"#, .insets, .insets(CapInsets(top: 1, left: 2, bottom: 0, right: 0))),
            (#"{"A": true}"#, .boolean, .other), (#"{"A": 0.5}"#, .number, .other),
            (#"{"A": [1, "b"]}"#, .list, .other), (#"{"A": {}}"#, .object, .other),
        ] as [(String, KeyType, ReviewedSetting.Shape)])
    func shapes(_ text: String, _ type: KeyType, _ shape: ReviewedSetting.Shape) throws {
        let rows = try Self.rows(text)
        #expect(rows.count == 1 && rows.first?.type == type && rows.first?.shape == shape, "\(rows)")
    }

    @Test("An object with an object inside is a row for each member, even if an app can read it as insets")
    func objectInside() throws {
        let rows = try Self.rows(#"{"Cap": {"top": 1, "left": 2, "9": {"x": 1}}}"#)
        #expect(rows.map(\.path.description) == ["Cap.9.x", "Cap.left", "Cap.top"])
    }

    @Test("A font that two themes set is one row, merged")
    func merged() throws {
        let rows = try Self.rows(#"{"Font": {"name": "A", "size": 9}}"#, #"{"Font": {"size": 10}}"#)
        #expect(rows.map(\.shape) == [.font(ThemeFont(name: "A", size: 10))] && rows[0].origin == .own)
    }

    @Test("Colors are read in the order of the theme that sets them")
    func colorOrder() throws {
        let rows = try Self.rows(#"{"Color": {"a": "11223344", "b": "11223344"}}"#, #"{"Color": {"b": "11223344"}}"#) {
            $0["themes/year/theme.json"] = #"{"id": "year", "version": "1.0.0", "colorOrder": "rgba"}"#
        }
        #expect(
            rows.map(\.shape) == [
                .color(ThemeColor(red: 0x22, green: 0x33, blue: 0x44, alpha: 0x11)),
                .color(ThemeColor(red: 0x11, green: 0x22, blue: 0x33, alpha: 0x44)),
            ])
    }

    @Test("A setting of a megabyte is cut between characters")
    func cut() throws {
        let rows = try Self.rows("{\"a\": \"x" + String(repeating: "é", count: 500_000) + "\", \"b\": \"x\"}")
        #expect(rows.map(\.isTextCut) == [true, false])
        #expect(rows[0].text == "x" + String(repeating: "é", count: (ReviewedSetting.textLengthMax - 1) / 2))
    }

    @Test("A finding about a setting, or about an object, leads to its row")
    func findings() throws {
        let facts = try ProjectFactsTests.facts(
            of: ProjectFiles.sound.with {
                $0["themes/year/config.json"] =
                    #"{"Color": {"title": "nocolor"}, "Button": {"titleColor": {"normal": "FFF"}}, "List": "x"}"#
            })
        let year = try #require(facts.themes.first { $0.id == "year" })
        let found = year.settings.flatMap { setting in
            setting.findings.map { "\(setting.path): \(facts.findings[$0].finding.key ?? "")" }
        }
        #expect(found == ["Color.title: Color.title", "List: List"])
    }
}
