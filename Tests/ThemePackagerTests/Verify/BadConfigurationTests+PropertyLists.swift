import TestSupport
import ThemeProject

extension BadConfigurationTests {
    static let plists: [BadInput] = {
        let path = "themes/year/config.plist"
        func plist(
            _ name: String, _ text: String, _ rule: Rule = .configSyntax, key: String? = nil,
            position: (Int, Int)? = nil
        ) -> BadInput {
            BadInput(name, rule, at: path, key: key, position: position) { project in
                project[configPath] = nil
                project[manifestPath] = project[manifestPath]?.replacing("config.json", with: "config.plist")
                project[path] = text
            }
        }
        func dict(_ body: String) -> String {
            "<?xml version=\"1.0\"?>\n<plist version=\"1.0\">\n<dict>\n\(body)\n</dict>\n</plist>\n"
        }
        return [
            plist("plist: empty", "", position: (1, 1)),
            plist("plist: JSON", "{\"a\": 1}"),
            plist("plist: binary", "bplist00\u{1}"),
            plist(
                "plist: duplicate key", dict("<key>Font</key><string>a</string>\n<key>Font</key><string>b</string>"),
                key: "Font",
                position: (5, 1)),
            plist(
                "plist: nested 100,000 deep",
                "<plist>" + String(repeating: "<dict><key>a</key>", count: 100_000)),
            plist("plist: 100,000 arrays", "<plist>" + String(repeating: "<array>", count: 100_000)),
            plist("plist: 100,000 plists", String(repeating: "<plist>", count: 100_000) + "<dict/>"),
            plist("plist: 100,000 unknown tags", "<plist><dict>" + String(repeating: "<x>", count: 100_000)),
            plist(
                "plist: entities",
                "<!DOCTYPE plist [<!ENTITY a \"b\">]>\n<plist><dict><key>a</key><string>&a;</string></dict></plist>",
                position: (1, 18)),
            plist(
                "plist: unknown entity", dict("<key>Font</key><string>&a;</string>"), position: (4, 24)),
            plist(
                "plist: another tag at the end", dict("<key>Font</key>\n<string>a</real>"), position: (5, 10)),
            plist(
                "plist: date", dict("<key>Font</key><date>2026-01-01T00:00:00Z</date>"), key: "Font",
                position: (4, 16)),
            plist("plist: data", dict("<key>Font</key><data>AAAA</data>"), key: "Font"),
            plist("plist: a tag without end", dict("<key>Font</key><string>a</string")),
            plist("plist: tags that cross", "<plist><dict><key>a</key><array></dict></array></plist>"),
            plist("plist: a tag not closed", "<plist><dict><key>a</key><string>b</string>"),
            plist("plist: closed too often", "<plist></dict></plist>"),
            plist(
                "plist: number that is none", dict("<key>Font</key><real>x</real>"), key: "Font"),
            plist(
                "plist: not a number", dict("<key>Metrics</key><dict><key>radius</key><real>nan</real></dict>"),
                key: "Metrics.radius"),
            plist(
                "plist: whole number that a double cannot hold",
                dict("<key>Metrics</key><dict><key>radius</key>\n<integer>9007199254740993</integer></dict>"),
                key: "Metrics.radius", position: (5, 1)),
            plist(
                "plist: whole number of many digits",
                dict("<key>Metrics</key><dict><key>radius</key><integer>-99999999999999999999999</integer></dict>"),
                key: "Metrics.radius"),
            plist(
                "plist: equal keys, one in CDATA",
                dict("<key>Font</key><string>a</string>\n<key><![CDATA[Font]]></key><string>b</string>"),
                key: "Font", position: (5, 1)),
            plist(
                "plist: equal keys, one with a character reference",
                dict("<key>Font</key><string>a</string>\n<key>F&#111;nt</key><string>b</string>"),
                key: "Font", position: (5, 1)),
            plist(
                "plist: a comment with hyphens", dict("<key>Font</key>\n<!-- -- --><string>b</string>"),
                position: (5, 1)),
            plist(
                "plist: a value without a key", dict("<string>Font</string>"), position: (4, 1)),
            plist(
                "plist: a key without a value", dict("<key>Font</key>"), position: (5, 1)),
            plist(
                "plist: infinite", dict("<key>Metrics</key><dict><key>radius</key><real>inf</real></dict>"),
                key: "Metrics.radius"),
            plist("plist: a list at the top", "<plist><array/></plist>"),
            plist(
                "plist: no color", dict("<key>Color</key><dict><key>title</key>\n<string>F8582</string></dict>"),
                .configColor,
                key: "Color.title", position: (5, 1)),
            plist(
                "plist: wrong type", dict("<key>Metrics</key><dict><key>radius</key><true/></dict>"), .configType,
                key: "Metrics.radius"),
        ]
    }()
}
