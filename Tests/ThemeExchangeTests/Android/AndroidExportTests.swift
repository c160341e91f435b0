import TestSupport
import Testing
import ThemeExchange
import ThemeProject
import ThemeRuntime

@Suite("Export of Android resources")
struct AndroidExportTests: AndroidTests {
    let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    private func export(_ ids: String...) throws -> Export {
        let themes = try ids.map { try ExportedProject.themes($0, in: project)[0] }
        return try AndroidExport.files(of: themes, themes: AppearanceThemes())
    }

    @Test("Colors that exist only at night come back, and new names are reported")
    func onlyAtNight() throws {
        let source = try TestProject()
        try source.theme("default", config: #"{"Color": {"pageTitle": "123456"}, "Metrics": {"gap": 4}}"#)
        try source.theme("dark", config: #"{"Color": {"late": "FEDCBA"}, "Metrics": {"more": 4}}"#)
        try source.image("assets/icon.png")
        let themes = try ["default", "dark"].map { try ExportedProject.themes($0, in: source.root)[0] }
        let export = try AndroidExport.files(of: themes, themes: AppearanceThemes())
        #expect(export.text("values-night/colors.xml").contains("<color name=\"late\">#FEDCBA</color>"))
        let isNew = export.items.map { $0.newName != nil }
        #expect(isNew == [false, false, false, false, false])
        try export.items.check()
    }

    @Test("Names that only Unicode takes for one collide")
    func unicode() throws {
        let source = try TestProject()
        try source.theme("default", config: #"{"Color": {"a\u212b": "FFF"}}"#)
        try source.theme("dark", config: #"{"Color": {"a\u00c5": "000"}}"#)
        let themes = try ["default", "dark"].map { try ExportedProject.themes($0, in: source.root)[0] }
        #expect(throws: UserError.self) { try AndroidExport.files(of: themes, themes: AppearanceThemes()) }
    }

    @Test("Import, export and import again give the same pixels and colors")
    func roundTrip() throws {
        try sandbox.write("app/src/main/res/drawable-xhdpi/bubble.9.png", Self.ninePatch)
        try sandbox.write("app/src/main/res/drawable-xhdpi/icon.png", PNGFile(8, 4, seed: 1).bytes)
        try sandbox.write("app/src/main/res/drawable-night-xhdpi/icon.png", PNGFile(8, 4, seed: 2).bytes)
        try values("values", "<color name=\"a\">#80123456</color><color name=\"GM2_grey\">#123456</color>")
        try values("values-night", "<color name=\"a\">#111111</color>")
        try CatalogMaker.write(try read(), into: project)
        let before = ExportedProject.summary(try ExportedProject.themes("default", "dark", in: project))
        try export("default", "dark").write(to: sandbox, "out/res")
        let contents = try AndroidImport.read(
            ["\(sandbox.path)/out/res"], ImportOptions(themes: AppearanceThemes()))
        let second = "\(sandbox.path)/second"
        let change = try CatalogMaker.write(contents, into: second)
        #expect(!change.contents.items.contains { $0.outcome == .notTaken }, "\(change.contents.items)")
        #expect(ExportedProject.summary(try ExportedProject.themes("default", "dark", in: second)) == before)
    }

    @Test("A nine-patch is one at each scale, even if a scale has a pixel less than its multiple")
    func roundedInsets() throws {
        let source = try TestProject()
        try source.theme(
            "default", config: #"{"CapInsets": {"a": {"top": 2, "left": 12, "bottom": 1.667, "right": 11.667}}}"#)
        for (suffix, width) in [("", 24), ("@2x", 47), ("@3x", 72)] {
            try source.write("assets/a\(suffix).png", PNGFile(width, 4 * (width / 23)).bytes)
        }
        let export = try AndroidExport.files(
            of: try ExportedProject.themes("default", in: source.root), themes: AppearanceThemes())
        #expect(export.paths.allSatisfy { $0.hasSuffix("/a.9.png") } && export.paths.count == 3)
        #expect(export.items.map(\.outcome) == [.taken])
    }

    @Test("A name that Android does not have is renamed, with the true reason", arguments: ["3across", "class"])
    func reasons(_ name: String) throws {
        let source = try TestProject()
        try source.theme("default")
        try source.image("assets/\(name).png")
        let export = try AndroidExport.files(
            of: try ExportedProject.themes("default", in: source.root), themes: AppearanceThemes())
        #expect(export.paths == ["drawable-mdpi/x_\(name).png"])
        #expect(export.items[0].notes[0].text.contains("start with a letter and are no words of Java"))
    }

    @Test("A theme that looks like the base is reported")
    func equalThemes() throws {
        let source = try TestProject()
        try source.theme("default", config: #"{"Color": {"a": "123456"}}"#)
        try source.theme("dark", config: "{}")
        try source.theme("night", config: #"{"Color": {"a": "123456"}}"#)
        var export = try AndroidExport.files(
            of: try ExportedProject.themes("default", in: source.root), themes: AppearanceThemes())
        export.leaveRest(
            of: try ExportedProject.looks(["default", "dark", "night"], mounting: ["dark", "night"], in: source.root))
        #expect(export.items.filter { $0.kind == "theme" }.map(\.name) == ["dark"])
    }

    @Test("TP2: a template that was exported is imported as a template of the same color")
    func templates() throws {
        let source = try TestProject()
        try source.theme(
            "default", config: #"{"Color": {"title": "123456"}}"#, more: #", "templates": {"icon": "Color.title"}"#)
        try source.image("assets/icon@2x.png")
        let themes = try ExportedProject.themes("default", in: source.root)
        try AndroidExport.files(of: themes, themes: AppearanceThemes()).write(to: sandbox, "app/res")
        _ = try CatalogMaker.write(try read(), into: project)
        let image = try #require(try ExportedProject.themes("default", in: project)[0].images.first)
        #expect(image.name.description == "icon" && image.template?.color?.path == "Color.title")
    }

    @Test("aapt2 compiles and links an export", .enabled(if: Tool.path(of: "aapt2") != nil, "aapt2 is not installed"))
    func aapt() throws {
        let source = try TestProject()
        try source.theme(
            "default",
            config: #"{"Color": {"pageTitle": "123456", "class": "80000000", "9 lives": "FFF"}, "CapInsets": {"#
                + #""common/bubble": {"top": 1, "left": 2, "bottom": 1, "right": 2}}}"#,
            more: #", "templates": {"icon": "Color.pageTitle", "glyph": null, "common/bubble": "Color.class"}"#)
        for name in ["icon", "glyph"] { try source.image("assets/\(name)@2x.png") }
        try source.theme("dark", config: #"{"Color": {"pageTitle": "FEDCBA"}}"#)
        for name in ["common/buttonImage", "common/bubble", "1st", "default"] {
            for suffix in ["", "@2x", "@3x"] { try source.image("assets/\(name)\(suffix).png") }
        }
        try source.image("themes/dark/common/buttonImage@2x.png")
        let themes = try ExportedProject.themes("default", "dark", in: source.root)
        let export = try AndroidExport.files(of: themes, themes: AppearanceThemes())
        #expect(export.paths.contains("drawable-night-xhdpi/common_button_image.png"))
        #expect(export.paths.contains("drawable-xhdpi/common_bubble_mask.9.png"))
        #expect(
            export.paths.contains("drawable-xhdpi/icon_mask.png") && export.paths.contains("drawable-xhdpi/glyph.png"))
        #expect(
            export.text("drawable/icon.xml").contains(#"src="@drawable/icon_mask" android:tint="@color/pageTitle""#))
        let glyph = try #require(export.items.first { $0.name == "glyph" })
        try [glyph].check()
        try export.write(to: sandbox, "res")
        let aapt = try #require(Tool.path(of: "aapt2"))
        let compiled = try Tool.run(aapt, ["compile", "--dir", "res", "-o", "res.zip"], in: sandbox.path)
        #expect(compiled.status == 0, "\(compiled)")
        try makeFramework(aapt)
        try sandbox.write("AndroidManifest.xml", #"<manifest package="a.b"/>"#)
        let linked = try Tool.run(
            aapt, ["link", "-o", "a.apk", "-I", "system.apk", "--manifest", "AndroidManifest.xml", "res.zip"],
            in: sandbox.path)
        #expect(linked.status == 0, "\(linked)")
        let dump = try Tool.run(aapt, ["dump", "resources", "a.apk"], in: sandbox.path).output
        let texts = [
            "color/pageTitle", "color/x_class", "(night-v8) #fffedcba", "drawable/x_1st", "drawable/x_default",
            "drawable/icon_mask", "res/drawable/icon.xml",
        ]
        for text in texts {
            #expect(dump.contains(text), "\(text) is not in \(dump)")
        }
    }

    /// Makes a package of the system's attributes, with their numbers. The real one is in an SDK.
    private func makeFramework(_ aapt: String) throws {
        try sandbox.write(
            "system/values/attributes.xml",
            """
            <resources><attr name="src" format="reference"/><attr name="tint" format="color"/>
            <public type="attr" name="src" id="0x01010119"/>
            <public type="attr" name="tint" id="0x01010121"/></resources>
            """)
        try sandbox.write("system.xml", #"<manifest package="android"/>"#)
        for arguments in [
            ["compile", "--dir", "system", "-o", "system.zip"],
            ["link", "-o", "system.apk", "--manifest", "system.xml", "system.zip"],
        ] {
            let result = try Tool.run(aapt, arguments, in: sandbox.path)
            try #require(result.status == 0, "\(result)")
        }
    }

    @Test("Two names that become one are an error")
    func collision() throws {
        let source = try TestProject()
        try source.theme("default")
        for name in ["a/bC", "a_b_c"] { try source.image("assets/\(name).png") }
        let themes = try ExportedProject.themes("default", in: source.root)
        let error = #expect(throws: UserError.self) {
            try AndroidExport.files(of: themes, themes: AppearanceThemes())
        }
        try error.check()
    }

    @Test("A color in 'Color' and one outside with its name are an error")
    func colorCollision() throws {
        let source = try TestProject()
        try source.theme("default", config: ##"{"Color": {"a": "123456"}, "a": "#000000"}"##)
        let themes = try ExportedProject.themes("default", in: source.root)
        let error = #expect(throws: UserError.self) {
            try AndroidExport.files(of: themes, themes: AppearanceThemes())
        }
        try error.check()
    }

    @Test("Only one theme can be the night")
    func themes() throws {
        let source = try TestProject()
        try source.theme("default")
        try source.theme("year")
        let themes = try ExportedProject.themes("default", "year", in: source.root)
        #expect(throws: UserError.self) { try AndroidExport.files(of: themes, themes: AppearanceThemes()) }
        #expect(throws: Never.self) { try AndroidExport.files(of: themes, themes: AppearanceThemes(["dark=year"])) }
        let three = themes + [themes[0]]
        let error = #expect(throws: UserError.self) {
            try AndroidExport.files(of: three, themes: AppearanceThemes(["dark=year"]))
        }
        try error.check()
    }
}
