import Foundation
import TestSupport
import Testing
import ThemeExchange
import ThemeModel
import ThemeProject

@Suite("Export of asset catalogs")
struct CatalogExportTests {
    let maker: CatalogMaker

    init() throws { maker = try CatalogMaker() }

    /// A catalog with all traits that survive: namespaces, appearances, slices, template intent, colors with alpha.
    private func fill() throws {
        try maker.write("Icons/Contents.json", #"{"properties": {"provides-namespace": true}}"#)
        try maker.imageSet(
            "Icons/close",
            [
                #""filename": "Group 1.png", "scale": "1x""#, #""filename": "Group 1@2x.png", "scale": "2x""#,
                "\(CatalogMaker.dark), \"filename\": \"d.png\", \"scale\": \"2x\"",
            ])
        try maker.write("Icons/close.imageset/Group 1.png", PNGFile(8, 4, seed: 1).bytes)
        try maker.write("Icons/close.imageset/Group 1@2x.png", PNGFile(16, 8, seed: 2).bytes)
        try maker.write("Icons/close.imageset/d.png", PNGFile(16, 8, seed: 3).bytes)
        let insets = #"{"top": 3, "left": 5, "bottom": 3, "right": 4}"#
        try maker.imageSet(
            "bubble",
            [
                """
                "filename": "b.png", "scale": "3x", "resizing": {"mode": "9-part", "cap-insets": \(insets), \
                "center": {"mode": "stretch", "width": 1, "height": 1}}
                """
            ], properties: #""template-rendering-intent": "template""#)
        try maker.write("bubble.imageset/b.png", PNGFile(24, 12, seed: 4).bytes)
        try maker.colorSet(
            "Brand/accent", CatalogMaker.color(#""red": "0x12", "green": "52", "blue": "0.337", "alpha": "0.502""#),
            CatalogMaker.color(#""red": 0, "green": 0, "blue": 0.5"#, more: CatalogMaker.dark))
        try maker.write("Brand/Contents.json", #"{"properties": {"provides-namespace": true}}"#)
    }

    @Test("Import, export and import again give the same names, pixels, colors and slices")
    func roundTrip() throws {
        try fill()
        try maker.importAll()
        let themes = try ExportedProject.themes("default", "dark", in: maker.project)
        let export = try CatalogExport.files(of: themes, themes: AppearanceThemes())
        #expect(!export.items.contains { $0.outcome != .taken }, "\(export.items)")
        try export.write(to: maker.sandbox, "Out.xcassets")
        let contents = try maker.read("\(maker.sandbox.path)/Out.xcassets")
        let second = "\(maker.sandbox.path)/second"
        let change = try CatalogMaker.write(contents, into: second)
        #expect(change.contents.items.allSatisfy { $0.outcome == .taken }, "\(change.contents.items)")
        let again = try ExportedProject.themes("default", "dark", in: second)
        #expect(ExportedProject.summary(again) == ExportedProject.summary(themes))
        let once = try CatalogExport.files(of: again, themes: AppearanceThemes())
        #expect(once.files.map(\.path) == export.files.map(\.path))
        #expect(once.files.map(\.bytes) == export.files.map(\.bytes))
    }

    @Test("Contents.json has Xcode's form")
    func form() throws {
        try fill()
        try maker.importAll()
        let themes = try ExportedProject.themes("default", "dark", in: maker.project)
        let export = try CatalogExport.files(of: themes, themes: AppearanceThemes())
        #expect(
            export.text("Brand/accent.colorset/Contents.json") == """
                {
                  "colors" : [
                    {
                      "color" : {
                        "color-space" : "srgb",
                        "components" : {
                          "alpha" : "0.502",
                          "blue" : "0x56",
                          "green" : "0x34",
                          "red" : "0x12"
                        }
                      },
                      "idiom" : "universal"
                    },
                    {
                      "appearances" : [
                        {
                          "appearance" : "luminosity",
                          "value" : "dark"
                        }
                      ],
                      "color" : {
                        "color-space" : "srgb",
                        "components" : {
                          "alpha" : "1.000",
                          "blue" : "0x80",
                          "green" : "0x00",
                          "red" : "0x00"
                        }
                      },
                      "idiom" : "universal"
                    }
                  ],
                  "info" : {
                    "author" : "xcode",
                    "version" : 1
                  }
                }

                """)
        #expect(
            export.text("Brand/Contents.json") == """
                {
                  "info" : {
                    "author" : "xcode",
                    "version" : 1
                  },
                  "properties" : {
                    "provides-namespace" : true
                  }
                }

                """)
        let close = export.text("Icons/close.imageset/Contents.json")
        #expect(close.hasPrefix("{\n  \"images\" : [\n    {\n      \"filename\" : \"close.png\",\n"))
        #expect(export.paths.contains("Icons/close.imageset/close-dark@2x.png"))
        let bubble = export.text("bubble.imageset/Contents.json")
        #expect(bubble.contains("\"template-rendering-intent\" : \"template\"") && bubble.contains("\"top\" : 3"))
    }

    @Test("Every alpha of 8 bits survives three decimals")
    func alpha() throws {
        for alpha in 0...255 {
            let thousandths = Int((Double(alpha) / 255 * 1000).rounded())
            #expect(Int((Double(thousandths) / 1000 * 255).rounded()) == alpha)
        }
    }

    @Test("A theme without an appearance is an error that names the option, which then works")
    func appearances() throws {
        try fill()
        try maker.importAll(themes: ["dark=year"])
        let themes = try ExportedProject.themes("default", "year", in: maker.project)
        #expect {
            try CatalogExport.files(of: themes, themes: AppearanceThemes())
        } throws: { ($0 as? UserError)?.hint?.contains("--themes dark=year") == true }
        let export = try CatalogExport.files(of: themes, themes: AppearanceThemes(["dark=year"]))
        #expect(export.text("Icons/close.imageset/Contents.json").contains("\"value\" : \"dark\""))
    }

    private func export(_ ids: String..., in project: TestProject, themes: [String] = []) throws -> Export {
        let exported = try ids.map { try ExportedProject.themes($0, in: project.root)[0] }
        return try CatalogExport.files(of: exported, themes: AppearanceThemes(themes))
    }

    @Test("A value for more conditions is written if it differs from that for fewer, though it equals the default's")
    func highContrast() throws {
        let both =
            #""appearances": [{"appearance": "luminosity", "value": "dark"}, "#
            + #"{"appearance": "contrast", "value": "high"}]"#
        let (white, black) = (#""red": 1.0, "green": 1.0, "blue": 1.0"#, #""red": 0, "green": 0, "blue": 0"#)
        try maker.colorSet(
            "text", CatalogMaker.color(white), CatalogMaker.color(black, more: CatalogMaker.dark),
            CatalogMaker.color(white, more: both))
        try maker.imageSet(
            "i",
            [
                #""filename": "a.png""#, "\(CatalogMaker.dark), \"filename\": \"b.png\"",
                "\(both), \"filename\": \"a.png\"",
            ])
        try maker.write("i.imageset/a.png", PNGFile(8, 4, shade: 1).bytes)
        try maker.write("i.imageset/b.png", PNGFile(8, 4, shade: 2).bytes)
        try maker.importAll()
        try maker.imageSet("j", [#""filename": "a.png""#, "\(CatalogMaker.dark), \"filename\": \"b.png\""])
        for (name, shade) in [("a", UInt8(1)), ("b", 2)] {
            try maker.write("j.imageset/\(name).png", PNGFile(8, 4, shade: shade).bytes)
        }
        try maker.importAll()
        let themes = try ExportedProject.themes(
            "default", "dark", "high-contrast", "dark-high-contrast", in: maker.project)
        let export = try CatalogExport.files(of: themes, themes: AppearanceThemes())
        try export.write(to: maker.sandbox, "Out.xcassets")
        let second = "\(maker.sandbox.path)/second"
        try CatalogMaker.write(try maker.read("\(maker.sandbox.path)/Out.xcassets"), into: second)
        let again = try ExportedProject.themes("default", "dark", "high-contrast", "dark-high-contrast", in: second)
        #expect(ExportedProject.summary(again) == ExportedProject.summary(themes))
        #expect(!export.text("j.imageset/Contents.json").contains("contrast"), "dark is enough for dark with contrast")
    }

    @Test("Two colors that become one path of the catalog are one color and a defect")
    func colorClash() throws {
        let project = try TestProject()
        try project.theme("default", config: #"{"Color": {"a": {"b": "111111"}, "a/b": "222222", "A/B": "333333"}}"#)
        let export = try export("default", in: project)
        let lines = export.items.map { "\($0.name) \($0.outcome.rawValue): \($0.notes.last?.text ?? "")" }
        #expect(lines.filter { $0.contains(" not taken: ") }.count == 2, "\(lines)")
        #expect(export.paths.filter { $0.hasSuffix(".colorset/Contents.json") }.count == 1)
    }

    @Test("A color that only the dark theme has comes back as such")
    func onlyDark() throws {
        try maker.colorSet(
            "c", CatalogMaker.color(#""red": 0, "green": 0, "blue": 0.5"#, more: CatalogMaker.dark))
        try maker.colorSet("d", CatalogMaker.color(#""red": 0, "green": 0, "blue": 0.5"#))
        try maker.importAll()
        let themes = try ExportedProject.themes("default", "dark", in: maker.project)
        let export = try CatalogExport.files(of: themes, themes: AppearanceThemes())
        let item = try #require(export.items.first { $0.name == "c" })
        #expect(item.notes.map(\.kind) == [.changed])
        try [item].check()
        try export.write(to: maker.sandbox, "Out.xcassets")
        let second = "\(maker.sandbox.path)/second"
        try CatalogMaker.write(try maker.read("\(maker.sandbox.path)/Out.xcassets"), into: second)
        let again = try ExportedProject.themes("default", "dark", in: second)
        #expect(ExportedProject.summary(again) == ExportedProject.summary(themes))
    }

    @Test("Insets without an image are reported")
    func imageSettings() throws {
        let project = try TestProject()
        try project.theme("default", config: #"{"CapInsets": {"y": {"top": 1}}}"#)
        try project.image("assets/x.png")
        let lines = try export("default", in: project).items.filter { $0.outcome != .taken }.map(\.name)
        #expect(lines == ["CapInsets.y.top"])
    }

    @Test("TP2: templates have an intent, and then the others too; a color of a template is reported")
    func intents() throws {
        let project = try TestProject()
        try project.theme(
            "default", config: #"{"Color": {"icon": "222"}}"#, more: #", "templates": {"x": "Color.icon", "z": null}"#)
        for name in ["x", "y", "z"] { try project.image("assets/\(name).png") }
        let export = try export("default", in: project)
        for (name, intent) in [("x", "template"), ("y", "original"), ("z", "template")] {
            let text = export.text("\(name).imageset/Contents.json")
            #expect(text.contains("\"template-rendering-intent\" : \"\(intent)\""), "\(name)")
        }
        let others = export.items.filter { $0.outcome != .taken }
        #expect(others.map(\.name) == ["x"])
        try others.check()
    }

    @Test(
        "--themes that has no effect on an export is an error",
        arguments: [["dakr=dark"], ["dark=year"], ["light=none", "dark=year"]])
    func uselessThemes(_ themes: [String]) throws {
        let project = try TestProject()
        for id in ["default", "dark", "year"] { try project.theme(id) }
        #expect(throws: UserError.self) { try export("default", "dark", "year", in: project, themes: themes) }
        #expect(throws: UserError.self) { try AppearanceThemes(["dark=year"]).checkThemes(["default", "dark"]) }
    }

    @Test("Settings that a catalog cannot have are reported")
    func settings() throws {
        let project = try TestProject()
        try project.theme("default", config: #"{"Metrics": {"gap": 4}, "Color": {"a": "123456", "b": "none"}}"#)
        let themes = try ExportedProject.themes("default", in: project.root)
        let export = try CatalogExport.files(of: themes, themes: AppearanceThemes())
        let left = export.items.filter { $0.outcome == .notTaken }.map(\.name)
        #expect(left == ["Color.b", "Metrics.gap"])
        #expect(left.count == export.items.filter { $0.notes.count == 1 }.count)
    }

    @Test("Colors outside of 'Color' are in the catalog, under their whole path")
    func otherColors() throws {
        let project = try TestProject()
        try project.theme(
            "default",
            config: ##"{"Button": {"title": "#102030"}, "x": "#000000", "Color": {"x": "FFF", "a": "123456"}}"##)
        try project.theme("dark", config: ##"{"Button": {"title": "#405060"}}"##)
        let themes = try ExportedProject.themes("default", "dark", in: project.root)
        let export = try CatalogExport.files(of: themes, themes: AppearanceThemes())
        let text = export.text("Button/title.colorset/Contents.json")
        #expect(text.contains("0x10") && text.contains("0x40") && text.contains("\"dark\""), "\(text)")
        #expect(export.text("x.colorset/Contents.json").contains("0xFF"))
        let left = export.items.filter { $0.outcome == .notTaken }
        #expect(left.map(\.name) == ["x"])
        try left.check()
    }
}
