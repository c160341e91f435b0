import BrowserSupport
import Foundation
import TestSupport
import Testing
import ThemeExchange
import ThemeModel
import ThemeProject

/// A project of two brands, a dark mode and a high contrast, with combinations.
enum AxisProject {
    static func make() throws -> TestProject {
        let project = try TestProject()
        try project.write("themepack.json", #"{"axes": ["brand", "mode", "contrast"]}"#)
        try project.theme(
            "default", config: #"{"Color": {"a": "000001", "b": "000002", "c": "000003", "d": "000004"}}"#)
        try project.theme("acme", config: #"{"Color": {"a": "000011", "b": "000012"}}"#, more: #", "axis": "brand""#)
        try project.theme("globex", config: #"{"Color": {"a": "000021"}}"#, more: #", "axis": "brand""#)
        try project.theme("dark", config: #"{"Color": {"b": "000032", "c": "000033"}}"#, more: #", "axis": "mode""#)
        try project.theme(
            "high-contrast", config: #"{"Color": {"c": "000043", "d": "000004"}}"#, more: #", "axis": "contrast""#)
        try project.theme("acme-dark", config: #"{"Color": {"b": "000052"}}"#, more: #", "for": ["acme", "dark"]"#)
        try project.image("assets/logo.png")
        try project.image("assets/only default.png")
        for theme in ["acme", "dark", "acme-dark"] { try project.image("themes/\(theme)/logo.png") }
        return project
    }

    static let themes = ["default", "acme", "globex", "dark", "high-contrast", "acme-dark"]

    static func looks(_ ids: [String] = themes, in project: TestProject) throws -> [ExportedTheme] {
        try ExportedProject.looks(ids, mounting: themes, in: project.root)
    }
}

@Suite("Exports along axes")
struct SelectionExportTests {
    private let project: TestProject

    private struct Resolver: Decodable {
        struct Modifier: Decodable {
            let contexts: [String: [[String: String]]]
        }

        let modifiers: [String: Modifier]
        let resolutionOrder: [[String: String]]
    }

    init() throws { project = try AxisProject.make() }

    @Test("AX5: every selection is a look, those of fewer themes first; a combination is one of its members")
    func looks() throws {
        #expect(
            try AxisProject.looks(in: project).map(\.label) == [
                "default", "acme", "globex", "dark", "high-contrast", "acme+dark", "globex+dark", "acme+high-contrast",
                "globex+high-contrast", "dark+high-contrast", "acme+dark+high-contrast", "globex+dark+high-contrast",
            ])
        #expect(
            try AxisProject.looks(["acme", "dark", "high-contrast"], in: project).map(\.label) == [
                "acme", "acme+dark", "acme+high-contrast", "acme+dark+high-contrast",
            ])
        #expect(try AxisProject.looks(["default", "acme-dark"], in: project).map(\.label) == ["default", "acme+dark"])
        #expect(try AxisProject.looks(["acme", "globex"], in: project).map(\.label) == ["acme", "globex"])
        #expect(try AxisProject.looks(["dark", "default"], in: project).map(\.label) == ["dark", "default"])
    }

    @Test("A text that only reads as a color is a text in every export")
    func textsLikeColors() throws {
        let project = try TestProject()
        try project.theme(
            "default",
            config: """
                {"Font": {"weight": "700"}, "Text": {"end": "fade"}, "Code": {"area": "123456"},
                 "Button": {"ground": "FF5825", "titleColor": "123"}}
                """)
        try project.theme("dark", config: #"{"Button": {"ground": "445566"}, "Font": {"weight": "400"}}"#)
        let looks = try ExportedProject.themes("default", "dark", in: project.root)
        #expect(looks.count == 2)
        for look in looks {
            let colors = look.settings.filter { $0.color != nil }.map(\.path.description)
            #expect(colors == ["Button.ground", "Button.titleColor"])
        }
        let css = try CSSExport.files(of: looks).text("themes.css")
        #expect(css.contains(#": "700";"#) && css.contains(#": "fade";"#) && css.contains("#445566"), "\(css)")
    }

    @Test("AX5: a block has what weaker blocks do not give; modes and contrast also follow the system")
    func blocks() throws {
        let css = try CSSExport.files(of: try AxisProject.looks(["default", "acme", "dark", "acme-dark"], in: project))
            .text("themes.css")
        #expect(
            css.hasSuffix(
                """
                [data-brand="acme"] {
                  --Color-a: #000011;
                  --Color-b: #000012;
                  --image-logo: image-set(url("images/acme/logo.png") 1x);
                }

                [data-mode="dark"] {
                  --Color-b: #000032;
                  --Color-c: #000033;
                  --image-logo: image-set(url("images/dark/logo.png") 1x);
                }

                @media (prefers-color-scheme: dark) {
                  :where(:root):not([data-mode]) {
                    --Color-b: #000032;
                    --Color-c: #000033;
                    --image-logo: image-set(url("images/dark/logo.png") 1x);
                  }
                }

                [data-brand="acme"][data-mode="dark"] {
                  --Color-b: #000052;
                  --image-logo: image-set(url("images/acme%2Bdark/logo.png") 1x);
                }

                @media (prefers-color-scheme: dark) {
                  :where(:root)[data-brand="acme"]:not([data-mode]) {
                    --Color-b: #000052;
                    --image-logo: image-set(url("images/acme%2Bdark/logo.png") 1x);
                  }
                }

                """), "\(css)")
    }

    @Test(
        "AX5: a browser shows the settings and images that the runtime answers with, for every selection",
        .enabled(if: Browser.executable != nil, "\(Browser.isMissing)"))
    func browser() async throws {
        let looks = try AxisProject.looks(in: project)
        let sandbox = try Sandbox()
        try CSSExport.files(of: looks).write(to: sandbox, "out")
        try sandbox.write("out/index.html", Array("<!doctype html><link rel=stylesheet href=themes.css>".utf8))
        let page = try await Browser.open("file://\(sandbox.path)/out/index.html")
        for look in looks {
            let selected = Set(look.label.split(separator: "+").map(String.init))
            let attributes = [
                "brand": selected.intersection(["acme", "globex"]), "mode": selected.intersection(["dark"]),
                "contrast": selected.intersection(["high-contrast"]),
            ]
            for followsSystem in [false, true] {
                try await page.emulate(
                    followsSystem && selected.contains("dark") ? .dark : .light,
                    moreContrast: followsSystem && selected.contains("high-contrast"))
                for (axis, ids) in attributes where !followsSystem || axis == "brand" {
                    try await page.evaluate("document.documentElement.dataset.\(axis) = '\(ids.first ?? "")'")
                }
                for axis in ["mode", "contrast"] where followsSystem {
                    try await page.evaluate("delete document.documentElement.dataset.\(axis)")
                }
                for setting in look.settings {
                    let name = "--" + setting.path.keys.joined(separator: "-")
                    let shown = try await page.evaluate(
                        "getComputedStyle(document.documentElement).getPropertyValue('\(name)')")
                    #expect(
                        shown.string == "#" + (setting.color?.description.dropFirst(3).lowercased() ?? ""),
                        "\(look.label) \(name)")
                }
                let logo = try await page.evaluate(
                    "getComputedStyle(document.documentElement).getPropertyValue('--image-logo')")
                let file = try #require(logo.string?.removingPercentEncoding?.split(separator: "\"").dropFirst().first)
                let bytes = try #require(look.images.first { $0.name.description == "logo" }?.variants[0].bytes)
                #expect(try Data(contentsOf: URL(fileURLWithPath: "\(sandbox.path)/out/\(file)")) == Data(bytes))
            }
        }
        try await page.close()
    }

    @Test("AX5: a catalog has light, dark, high contrast and both; a brand is the base or is refused")
    func catalog() throws {
        let ids = ["acme", "dark", "high-contrast", "acme-dark"]
        let export = try CatalogExport.files(of: try AxisProject.looks(ids, in: project), themes: AppearanceThemes())
        let color = export.text("b.colorset/Contents.json")
        #expect(color.components(separatedBy: "\"appearances\"").count == 2, "\(color)")
        #expect(color.contains("0x12") && color.contains("0x52") && !color.contains("0x32"), "\(color)")
        let both = export.text("c.colorset/Contents.json")
        #expect(both.components(separatedBy: "\"appearances\"").count == 4, "\(both)")
        #expect(
            export.paths.filter { $0.hasSuffix(".png") } == [
                "logo.imageset/logo-acme+dark.png", "logo.imageset/logo.png", "only default.imageset/only default.png",
            ])
        let error = #expect(throws: UserError.self) {
            try CatalogExport.files(
                of: try AxisProject.looks(["default", "acme", "dark"], in: project), themes: AppearanceThemes())
        }
        #expect(error?.message.contains("'acme'") == true)
        try error.check()
    }

    @Test("AX5: a resolver has a modifier for each axis; what it cannot say of several themes is reported")
    func resolver() throws {
        let export = TokenExport.files(of: try AxisProject.looks(in: project))
        #expect(
            export.paths == [
                "acme.tokens.json", "dark.tokens.json", "default.tokens.json", "globex.tokens.json",
                "high-contrast.tokens.json", "themes.resolver.json",
            ])
        let files = Dictionary(export.files.map { ($0.path, $0.bytes) }, uniquingKeysWith: { $1 })
        #expect(TokenJudge(files).problems == [])
        let resolver = try JSONDecoder().decode(
            Resolver.self, from: Data(try #require(files["themes.resolver.json"])))
        #expect(
            resolver.modifiers.mapValues { $0.contexts.keys.sorted() } == [
                "brand": ["acme", "default", "globex"], "mode": ["dark", "default"],
                "contrast": ["default", "high-contrast"],
            ])
        #expect(
            resolver.resolutionOrder.map { $0["$ref"] } == [
                "#/sets/base", "#/modifiers/brand", "#/modifiers/mode", "#/modifiers/contrast",
            ])
        let left = export.items.filter { $0.kind == "setting" && $0.outcome == .notTaken }.map {
            "\($0.path) \($0.name)"
        }
        #expect(left == ["acme+dark Color.b", "acme+dark+high-contrast Color.b"])
    }

    @Test("AX5: a resolver becomes axes again, whose selections have the same settings")
    func resolverRoundTrip() throws {
        let ids = AxisProject.themes.filter { $0 != "acme-dark" }
        let looks = try ExportedProject.looks(ids, mounting: ids, in: project.root)
        let sandbox = try Sandbox()
        try TokenExport.files(of: looks).write(to: sandbox, "out")
        let contents = try TokenImport.read(
            ["\(sandbox.path)/out/themes.resolver.json"], ImportOptions(themes: AppearanceThemes()))
        let second = "\(sandbox.path)/second"
        let change = try CatalogMaker.write(contents, into: second)
        #expect(change.contents.items.allSatisfy { $0.outcome == .taken }, "\(change.contents.items)")
        let again = try ExportedProject.looks(ids, mounting: ids, in: second)
        #expect(again.map(\.label) == looks.map(\.label))
        func settings(_ looks: [ExportedTheme]) -> [String] {
            looks.flatMap { look in
                look.settings.map { "\(look.label) \($0.path) \($0.color?.description ?? $0.value.summary)" }
            }
        }
        #expect(settings(again) == settings(looks))
        let project = try sandbox.text("second/themepack.json")
        #expect(project.contains("\"axes\": [\n    \"brand\",\n    \"mode\",\n    \"contrast\"\n  ]"), "\(project)")
    }

    @Test(
        "AX5: a value of a stronger axis that equals the default's outranks that of a weaker axis, also in tokens",
        arguments: ["a", "$root"])
    func equalToDefault(_ name: String) throws {
        let sandbox = try Sandbox()
        func tokens(_ value: Int) -> String {
            #"[{"group": {"\#(name)": {"$type": "number", "$value": \#(value)}}}]"#
        }
        try sandbox.write(
            "r.json",
            Array(
                """
                {"resolutionOrder": [{"sources": \(tokens(1))},
                  {"name": "brand", "default": "x", "contexts": {"x": [], "acme": \(tokens(2))}},
                  {"name": "mode", "default": "x", "contexts": {"x": [], "dark": \(tokens(1))}}]}
                """.utf8))
        try CatalogMaker.write(
            try TokenImport.read(["\(sandbox.path)/r.json"], ImportOptions(themes: AppearanceThemes())),
            into: "\(sandbox.path)/project")
        let ids = ["default", "acme", "dark"]
        let looks = try ExportedProject.looks(ids, mounting: ids, in: "\(sandbox.path)/project")
        #expect(looks.map { $0.settings.map(\.value) } == [[.number(1)], [.number(2)], [.number(1)], [.number(1)]])
    }

    @Test("AX5: too many selections are an error, not a wait")
    func tooMany() throws {
        let axes = (0..<16).map { "a\($0)" }
        try project.write("themepack.json", "{\"axes\": [\(axes.map { "\"\($0)\"" }.joined(separator: ", "))]}")
        for axis in axes { try project.theme("t-\(axis)", more: ", \"axis\": \"\(axis)\"") }
        let ids = ["default"] + axes.map { "t-\($0)" }
        let error = #expect(throws: UserError.self) {
            try ExportedProject.looks(ids, mounting: ids, in: project.root)
        }
        try error.check()
    }

    @Test("AX5: the command exports selections of packs and of folders alike")
    func command() throws {
        let packs = try project.build()
        let names = AxisProject.themes
        let fromPacks = try Tool.run(
            Tool.themepack, ["export", "css", "-o", "a"] + names.compactMap { packs[$0] }, in: project.root)
        let fromFolders = try Tool.run(Tool.themepack, ["export", "css", "-o", "b"] + names, in: project.root)
        #expect(fromPacks.status == 0 && fromFolders.status == 0, "\(fromPacks) \(fromFolders)")
        let texts = try ["a", "b"].map {
            try Data(contentsOf: URL(fileURLWithPath: "\(project.root)/\($0)/themes.css"))
        }
        #expect(texts[0] == texts[1] && !texts[0].isEmpty)
        let night = try Tool.run(
            Tool.themepack, ["export", "css", "-o", "c", "default", "globex", "--themes", "dark=globex"],
            in: project.root)
        #expect(night.status == 0, "\(night)")
        #expect(
            try String(contentsOfFile: "\(project.root)/c/themes.css", encoding: .utf8)
                .contains("@media (prefers-color-scheme: dark) {\n  :where(:root):not([data-brand]) {"))
    }
}
