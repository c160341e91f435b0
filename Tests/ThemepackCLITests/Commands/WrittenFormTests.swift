import Foundation
import TestSupport
import Testing

/// Two projects with the same settings: in one all keys are nested, in the other keys have dots.
@Suite("Nested keys and keys with dots")
struct WrittenFormTests: ToolTests {
    let sandbox: Sandbox

    private static let nested = [
        "default": """
        {"Color": {"title": "222222", "background": "FFFFFF", "accent": "F00"},
         "Button": {"titleColor": {"normal": "FFF", "highlighted": "EEE"}, "image": "common/button"},
         "CapInsets": {"common/button": {"left": 4, "right": 4}},
         "Metrics": {"radius": 6, "size": {"width": 3, "height": 4}}, "List": [1, {"a.b": 2}]}
        """,
        "year": """
        {"Color": {"title": "F85825", "accent": "{Color.title}"},
         "Button": {"titleColor": {"normal": "AAA", "highlighted": ""}},
         "CapInsets": {"common/button": {"left": 5}}, "Metrics": {"radius": 9, "size": {"width": 5}}}
        """,
        "broken": """
        {"Color": {"title": "F8582", "background": "", "unknown": "FFF"},
         "Button": {"titleColor": {"normal": "EEE"}, "image": "common/buton"},
         "CapInsets": {"common/button": {"left": 50}}, "Metrics": {"radius": "big"}}
        """,
    ]

    private static let dotted = [
        "default": """
        {"Color.title": "222222", "Color": {"background": "FFFFFF"}, "Color.accent": "F00",
         "Button.titleColor.normal": "FFF", "Button": {"titleColor.highlighted": "EEE", "image": "common/button"},
         "CapInsets.common/button": {"left": 4, "right": 4},
         "Metrics": {"radius": 6}, "Metrics.size.width": 3, "Metrics.size": {"height": 4}, "List": [1, {"a.b": 2}]}
        """,
        "year": """
        {"Color.title": "F85825", "Color.accent": "{Color.title}",
         "Button.titleColor": {"normal": "AAA", "highlighted": ""},
         "CapInsets.common/button.left": 5, "Metrics.radius": 9, "Metrics.size.width": 5}
        """,
        "broken": """
        {"Color": {"title": "F8582"}, "Color.background": "", "Color.unknown": "FFF",
         "Button.titleColor.normal": "EEE", "Button.image": "common/buton",
         "CapInsets.common/button": {"left": 50}, "Metrics.radius": "big"}
        """,
    ]

    init() throws {
        sandbox = try Sandbox()
        for (folder, settings) in [("nested", Self.nested), ("dotted", Self.dotted)] {
            try ProjectFiles.sound.with { project in
                project["themepack.json"] =
                    #"{"contrast": [{"text": "Color.title", "on": "Color.background"}]}"#
                for (theme, text) in settings where theme != "broken" { project["themes/\(theme)/config.json"] = text }
            }.write(to: sandbox, at: folder)
        }
    }

    private func output(_ line: String, in folder: String) throws -> String {
        let words = line.split(separator: " ").map(String.init)
        let result = try Tool.run(Tool.themepack, words, in: "\(sandbox.path)/\(folder)")
        return "\(result.status)\n\(result.output)\(result.errors)".replacing(/in \d+\.\d+ s|; up to date/, with: "")
    }

    @Test(
        "Every command says and writes the same about both",
        arguments: [
            "verify", "list --format json", "keys", "schema settings", "build -q -o out",
            "bump year --dry-run --base OTHER",
            "diff OTHER year", "diff year OTHER", "verify --against ../other", "build --check -q -o ../other",
            "export css default year -o out", "export tokens default year -o out",
            "export android default -o out", "export xcassets default -o out",
            "explain Color.title --theme year", "explain Metrics.size --theme year",
            "explain Button.titleColor.highlighted --theme year", "explain Metrics", "resolve CapInsets --theme year",
            "resolve Metrics --theme year", "resolve List", "explain common/button --theme year",
        ])
    func same(_ line: String) throws {
        #expect(try output("build -q -o ../other", in: "nested").hasPrefix("0"))
        let line = line.replacing("OTHER", with: "../other/year-1.2.0.themepack.zip")
        let texts = try ["nested", "dotted"].map {
            try output(line, in: $0).replacing(#/ \d+:\d+: /#, with: "")
        }
        #expect(texts[0] == texts[1] && !texts[0].hasPrefix("2") && !texts[0].hasPrefix("64"), "\(texts)")
        if line.contains("out") {
            let files = try ["nested", "dotted"].map { try sandbox.listing(of: "\($0)/out") }
            #expect(files[0] == files[1] && !files[0].isEmpty)
        }
        if line.hasPrefix("diff") { #expect(texts[0].hasPrefix("0"), "\(texts)") }
    }

    @Test("The findings are the same, and their places are those of the keys")
    func findings() throws {
        for (folder, settings) in [("nested", Self.nested), ("dotted", Self.dotted)] {
            try sandbox.write("\(folder)/themes/year/config.json", settings["broken"] ?? "")
        }
        let lines = try ["nested", "dotted"].map { folder in
            try output("verify --format concise", in: folder).split(separator: "\n").filter {
                $0.contains("config.json")
            }
        }
        func withoutPlaces(_ lines: [Substring]) -> [String] {
            lines.map { String($0).replacing(/:\d+:\d+:/, with: ":") }.filter { !$0.contains("a key with dots") }
        }
        #expect(withoutPlaces(lines[0]) == withoutPlaces(lines[1]) && lines[0].count > 3, "\(lines)")
        #expect(lines.joined().allSatisfy { $0.contains(/:\d+:\d+:/) }, "\(lines)")
        #expect(
            lines[1].contains { $0.contains(/config.json:3:\d+: error config-type Metrics.radius: is a string/) },
            "\(lines[1])")
        let hinted = try output("verify", in: "dotted")
        #expect(hinted.contains("hint: a key with dots is the setting 'radius' of the object 'Metrics'"), "\(hinted)")
    }
}
