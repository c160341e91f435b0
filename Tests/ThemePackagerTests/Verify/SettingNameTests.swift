import TestSupport
import Testing
import ThemeProject

@testable import ThemePackager

@Suite("Images, fonts and colors that settings name")
struct SettingNameTests {
    /// The findings of some rules with the settings of the default theme and of `year`.
    private static func findings(
        _ rules: Set<Rule>, _ standard: String, _ year: String, themepack: String? = nil, order: String = "argb",
        scope: ThemeScope = .everything
    ) throws -> [Finding] {
        try ProjectFiles.sound.with { project in
            project["themes/default/config.json"] = standard
            project["themes/year/config.json"] = year
            project["themes/year/theme.json"] =
                "{\"id\": \"year\", \"version\": \"1.2.0\", \"imageNamePrefix\": \"year_\", "
                + "\"colorOrder\": \"\(order)\"}"
            project["themepack.json"] = themepack
        }.verify(scope).filter { rules.contains($0.rule) }
    }

    @Test(
        "RR2 A name of an image exists in the chain",
        arguments: [
            ("common/button", false), ("common/buton", true), ("other/button", true), ("common/button@2x.png", true),
            ("../x", true), ("https://example.com/a.png", false), ("", false),
        ])
    func images(_ name: String, _ isReported: Bool) throws {
        let standard = #"{"Button": {"image": "common/button", "backgroundImage": {"normal": "common/button"}}}"#
        for year in [
            "{\"Button\": {\"image\": \"\(name)\"}}", "{\"Button\": {\"backgroundImage\": {\"normal\": \"\(name)\"}}}",
        ] {
            let found = try Self.findings([.configImage], standard, year)
            #expect(found.count == (isReported ? 1 : 0), "\(found.map(\.line))")
            #expect(found.allSatisfy { $0.severity == .warning && $0.position != nil && $0.actual == name })
            for finding in found { try Self.expect(finding, "image \(name)") }
        }
    }

    @Test("Colors under a key that ends in image, and lists of images")
    func imageKinds() throws {
        let standard = ##"{"shadowImageColor": "FFF", "image": "#FFF", "images": ["common/button", "common/nothing"]}"##
        let found = try Self.findings([.configImage], standard, "{}")
        #expect(found.map(\.key) == ["images.1"] && found.first?.position != nil)
    }

    @Test("An image of a theme that the run leaves out is not reported")
    func unsurveyed() throws {
        var project = ProjectFiles.sound.with { project in
            project["themes/default/config.json"] = #"{"image": "common/button"}"#
            project["themes/year/config.json"] = #"{"image": "common/button"}"#
            project["themes/late/theme.json"] =
                #"{"id": "late", "version": "1.0.0", "imageNamePrefix": "late_", "extends": "year"}"#
            project["themes/late/config.json"] = #"{"image": "common/nothing"}"#
        }
        #expect(try project.verify(.folders(["late"])).isEmpty)
        #expect(try project.verify().map(\.rule) == [.configImage])
        #expect(try project.verify(.folders(["late", "year"])).map(\.rule) == [.configImage])
        project["themes/late/config.json"] = "{}"
        #expect(try project.verify().isEmpty)
    }

    @Test("Fonts are those that the project lists, in every notation")
    func fonts() throws {
        let standard = """
            {"Font": "Helvetica 12", "Fonts": ["Helvetica", "Arial,4"], 
             "titleFont": {"name": "PingFangSC-Light", "size": 3}, "smallFont": 9, "fontWeight": "bold",
             "Body": {"font": "16 Helvetika"}}
            """
        func keys(_ fonts: String) throws -> [String?] {
            try Self.findings([.configFont], standard, "{}", themepack: "{\"fonts\": \(fonts)}").map(\.key).sorted {
                ($0 ?? "") < ($1 ?? "")
            }
        }
        #expect(try keys(#"["Helvetica", "PingFangSC-*", "Arial"]"#) == ["Body.font"])
        #expect(try keys(#"["Helvetica"]"#) == ["Body.font", "Fonts.1", "titleFont.name"])
        #expect(try keys("[]").count == 5)
        #expect(try Self.findings([.configFont], standard, "{}").isEmpty)
        let near = try Self.findings([.configFont], standard, "{}", themepack: #"{"fonts": ["Helvetica", "*"]}"#)
        #expect(near.isEmpty)
    }

    @Test(
        "RR2 A value is a color if the default's is one, whatever its key is called, also in lists",
        arguments: [
            (#"{"tint": "F85825"}"#, #"{"tint": "F8582"}"#, ["tint"]),
            (#"{"tint": "80F85825"}"#, #"{"tint": "red"}"#, ["tint"]),
            (#"{"tint": "F85825"}"#, #"{"tint": "rgb(1, 2, 3)"}"#, []),
            (#"{"code": "123456"}"#, #"{"code": "none"}"#, []),
            (#"{"code": "123456"}"#, #"{"code": "12345"}"#, []),
            (#"{"tint": "000000"}"#, #"{"tint": "F8582"}"#, ["tint"]),
            (#"{"word": "ACE"}"#, #"{"word": "x"}"#, []), (#"{"word": "facade"}"#, #"{"word": "x"}"#, ["word"]),
            (#"{"ramp": ["F85825", "FFFFFF"]}"#, #"{"ramp": ["F85825", "FFFFF", "x"]}"#, ["ramp.1", "ramp.2"]),
            (#"{"colors": ["FFF"]}"#, #"{"colors": ["FFF", "FFFFF"]}"#, ["colors.1"]),
            (#"{"names": ["a"]}"#, ##"{"names": ["#1 of 3"]}"##, []),
            (
                #"{"steps": [{"at": 1, "tint": "F85825"}]}"#, #"{"steps": [{"tint": "FFF"}, {"tint": "F8582"}]}"#,
                ["steps.1.tint"]
            ),
        ] as [(String, String, [String])])
    func colors(_ standard: String, _ year: String, _ keys: [String]) throws {
        let found = try Self.findings([.configColor], standard, year)
        #expect(found.map(\.key) == keys && found.allSatisfy { $0.severity == .error && $0.position != nil })
    }

    @Test(
        "Alpha 00 where the default is opaque suggests the other color order",
        arguments: [
            ("argb", "00F85825", true), ("argb", "#0FFF", true), ("argb", "FFF85825", false),
            ("argb", "00000000", false),
            ("argb", "80F85825", false), ("argb", "F85825", false), ("rgba", "F8582500", true),
            ("rgba", "F85825FF", false),
        ])
    func colorOrder(_ order: String, _ text: String, _ isReported: Bool) throws {
        let found = try Self.findings(
            [.configColor], #"{"Color": {"title": "F85825"}}"#, "{\"Color\": {\"title\": \"\(text)\"}}", order: order)
        #expect(found.count == (isReported ? 1 : 0), "\(found.map(\.line))")
        #expect(found.allSatisfy { $0.severity == .warning && $0.hint?.contains("\"colorOrder\": \"rgba\"") == true })
        let clear = try Self.findings(
            [.configColor], #"{"Color": {"title": "00FFFFFF"}}"#, "{\"Color\": {\"title\": \"\(text)\"}}", order: order)
        #expect(clear.filter { $0.theme == "year" }.isEmpty)
    }

    @Test(
        "Alpha 00 where the default is translucent suggests the other color order, if that is translucent too",
        arguments: [("00000066", true), ("00FFFFFF", false), ("00F85800", false), ("66000000", false)])
    func translucent(_ text: String, _ isReported: Bool) throws {
        let found = try Self.findings(
            [.configColor], #"{"Color": {"shadow": "4D000000"}}"#, "{\"Color\": {\"shadow\": \"\(text)\"}}")
        #expect(found.count == (isReported ? 1 : 0), "\(found.map(\.line))")
        for finding in found { try Self.expect(finding, "color \(text)") }
    }

    @Test(
        "A hint says if quotes, or no quotes, would give a value the right type",
        arguments: [
            (#"{"a": 6}"#, #"{"a": "7.5"}"#, true), (#"{"a": true}"#, #"{"a": "false"}"#, true),
            (#"{"a": "6"}"#, #"{"a": 7}"#, true), (#"{"a": 6}"#, #"{"a": "six"}"#, false),
            (#"{"a": 6}"#, #"{"a": "nan"}"#, false), (#"{"a": {}}"#, #"{"a": 1}"#, false),
        ])
    func quotes(_ standard: String, _ year: String, _ hasHint: Bool) throws {
        let found = try Self.findings([.configType], standard, year)
        #expect(found.map { $0.hint != nil } == [hasHint])
        try Self.expect(#require(found.first), "\(standard), \(year)")
    }

    private static func expect(_ finding: Finding, _ name: String) throws {
        #expect(try Sentences.mismatch(finding.sentence, of: "names: \(name)", in: "settings") == nil)
    }
}
