import TestSupport
import Testing
import ThemeProject

@testable import ThemePackager

/// Figma and CSS write alpha last, METhemeKit first.
@Suite("The order of alpha")
struct AlphaOrderTests {
    private static func findings(_ colors: [String], order: String? = nil) throws -> [Finding] {
        let names = colors.indices.map { "c\($0)" }
        return try ProjectFiles.sound.with {
            $0["themes/default/config.json"] =
                "{\"Color\": {\(names.map { "\"\($0)\": \"808080\"" }.joined(separator: ", "))}}"
            $0["themes/year/config.json"] =
                "{\"Color\": {\(zip(names, colors).map { "\"\($0)\": \"\($1)\"" }.joined(separator: ", "))}}"
            $0["themes/year/theme.json"] =
                #"{"id": "year", "version": "1.2.0", "imageNamePrefix": "year_", "config": "config.json""#
                + (order.map { ", \"colorOrder\": \"\($0)\"}" } ?? "}")
        }.verify()
    }

    @Test(
        "A color that is opaque only with alpha last is a warning that names the order",
        arguments: ["#353942FF", "353942ff", "#7A0A18FF", "1A2B3CFF"])
    func single(_ color: String) throws {
        let finding = try #require(try Self.findings([color]).first)
        #expect(finding.rule == .configColor && finding.severity == .warning)
        #expect(finding.message.contains("alpha first") && finding.hint?.contains("colorOrder") == true)
        #expect(try Self.findings([color], order: "argb").isEmpty && Self.findings([color], order: "rgba").isEmpty)
    }

    @Test("A theme of which most colors make sense only with alpha last has one warning")
    func wholeTheme() throws {
        let findings = try Self.findings(["353942FF", "7A0A18FF", "1A2B3CFF", "00000080", "FFFFFF"])
        #expect(findings.map(\.rule) == [.configColor], "\(findings.map(\.line))")
        #expect(findings.first?.message.contains("other colors") == true)
    }

    @Test("A contrast that only the other order explains says so, unless the theme states its order")
    func contrast() throws {
        let hints = try ["", #", "colorOrder": "argb""#].map { order in
            try ProjectFiles.sound.with {
                $0["themepack.json"] = #"{"contrast": [{"text": "Color.title", "on": "Color.background"}]}"#
                $0["themes/year/config.json"] = ##"{"Color": {"title": "#353942FF", "background": "#101010FF"}}"##
                $0["themes/year/theme.json"] =
                    #"{"id": "year", "version": "1.2.0", "imageNamePrefix": "year_", "config": "config.json""#
                    + order + "}"
            }.verify().first { $0.rule == .configContrast && $0.theme == "year" }?.hint
        }
        #expect(hints[0]?.contains("alpha is last") == true && hints[1]?.contains("alpha is last") == false, "\(hints)")
    }

    @Test(
        "Colors that make sense as they are read have no warning",
        arguments: [
            ["FF353942", "FF7A0A18", "801A2B3C"], ["80000000", "CC000000", "FFFFFFFF"], ["353942", "7A0A18", "FFF"],
            ["80FF0000", "FFFFFF", "CCFFFFFF"], ["33FFFFFF", "66000000"], ["FFFF00FF", "FFFFFFFF", "FF00FFFF"],
        ])
    func usual(_ colors: [String]) throws {
        #expect(try Self.findings(colors).map(\.line) == [])
    }
}
