import Foundation
import TestSupport
import Testing
import ThemeExchange
import ThemeModel
import ThemeProject

@Suite("Android resources")
struct AndroidTests {
    let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    private var project: String { "\(sandbox.path)/project" }

    private func values(_ folder: String, _ content: String) throws {
        try sandbox.write("app/src/main/res/\(folder)/colors.xml", "<resources>\(content)</resources>")
    }

    private func read(themes: [String] = []) throws -> ThemeContents {
        try AndroidImport.read(
            ["\(sandbox.path)/app"], themes: AppearanceThemes(themes), limits: ProjectLimits())
    }

    private func settings(_ theme: String) throws -> String {
        try sandbox.text("project/themes/\(theme)/config.json")
    }

    @Test("Densities become scales, -night a theme; other qualifiers are reported")
    func drawables() throws {
        let folders = [
            ("drawable-mdpi", 1), ("drawable-xhdpi", 2), ("drawable-xxhdpi", 3), ("drawable-xxxhdpi", 4),
            ("drawable-night-mdpi", 1), ("drawable-hdpi", 1), ("drawable-ldrtl-mdpi", 1), ("drawable", 1),
        ]
        for (index, (folder, scale)) in folders.enumerated() {
            let png = PNGFile(8 * scale, 4 * scale, shade: UInt8(index)).bytes
            try sandbox.write("app/src/main/res/\(folder)/icon.png", png)
        }
        try sandbox.write("app/src/main/res/drawable/shape.xml", "<shape/>")
        try sandbox.write("app/src/main/res/layout/main.xml", "<x/>")
        let change = try CatalogMaker.write(try read(), into: project)
        #expect(
            change.paths.filter { $0.hasSuffix(".png") } == [
                "assets/icon.png", "assets/icon@2x.png", "assets/icon@3x.png", "assets/icon@4x.png",
                "themes/dark/icon.png",
            ])
        #expect(
            change.line("icon")
                == "in part; qualifier ldrtl; qualifier hdpi; a second file for the same use")
        #expect(change.line("shape") == "not taken; an XML drawable")
        #expect(change.line("layout") == "not taken; a theme has images and settings only")
    }

    @Test("References are resolved, at night as Android resolves them")
    func colors() throws {
        try values(
            "values",
            """
            <color name="gray">#FF808080</color><color name="back">@color/gray</color><!-- x -->
            <item name="half" type="color">#80123456</item><color name="short"> #abc </color>
            <string name="title">x &amp; y</string><dimen name="gap">4dp</dimen>
            """)
        try values("values-night", "<color name=\"gray\">#111111</color>")
        let change = try CatalogMaker.write(try read(), into: project)
        #expect(
            try settings("default") == """
                {
                  "Color": {
                    "back": "808080",
                    "gray": "808080",
                    "half": "80123456",
                    "short": "AABBCC"
                  }
                }

                """)
        let dark = try settings("dark")
        #expect(dark.contains("\"back\": \"111111\"") && !dark.contains("half"))
        #expect(change.line("dimen") == "not taken; 1 in 1 file, which are no colors")
    }

    @Test(
        "Colors that refer to nothing, to themselves or to the system",
        arguments: [
            ("@color/b", "it refers to itself", true), ("@color/none", "the color 'none' does not exist", true),
            ("@android:color/holo_red_dark", "which is not in these files", false),
            ("?attr/x", "not in these files", false),
            ("#12", "'#12' is not a color", true), ("red", "'red' is not a color", true),
        ])
    func references(_ value: String, _ text: String, _ isDefect: Bool) throws {
        try values("values", "<color name=\"a\">\(value)</color><color name=\"b\">@color/a</color>")
        let item = try #require(try CatalogMaker.write(try read(), into: project).item("a"))
        #expect(item.outcome == .notTaken && item.notes.count == 1, "\(item)")
        #expect(item.notes[0].text.contains(text) && item.notes[0].isDefect == isDefect, "\(item)")
    }

    @Test("Colors with other qualifiers, for each state and of the system")
    func otherColors() throws {
        try values(
            "values",
            "<color name='w'>@android:color/white</color><color name='s'>@color/list</color>"
                + "<color name='a'>#123456</color>")
        try values("values-v31", "<color name='a'>#000000</color><color name='only'>#000000</color>")
        try sandbox.write("app/src/main/res/color/list.xml", "<selector/>")
        let change = try CatalogMaker.write(try read(), into: project)
        #expect(change.line("w") == "changed; @android:color/white taken as #FFFFFFFF")
        #expect(change.line("s") == "not taken; it refers to 'list', which has a color for each state")
        #expect(change.line("list") == "not taken; a color for each state")
        #expect(change.line("a") == "in part; qualifier v31" && change.line("only") == "not taken; qualifier v31")
    }

    @Test("A chain of references has a limit")
    func longChain() throws {
        let chain = (0..<3000).map { "<color name=\"c\($0)\">@color/c\($0 + 1)</color>" }.joined()
        try values("values", chain + "<color name=\"c3000\">#123456</color>")
        let change = try CatalogMaker.write(try read(), into: project)
        #expect(change.line("c0").contains("more than 64 colors"))
        #expect(change.item("c2999")?.outcome == .taken)
    }

    @Test(
        "Hostile XML is a defect",
        arguments: [
            "<!DOCTYPE x [<!ENTITY a SYSTEM 'file:///etc/passwd'>", "<resources><!DOCTYPE x></resources>",
            "<!DOCTYPE x><resources>&a;</resources>", "<resources><![CDATA[x</resources>",
            String(repeating: "<a>", count: 100_000), "<resources><color name='a'>&lol;</color></resources>",
            "<resources><color", "<resources></color>", "<resources a=b/>", "", "<resources>",
        ])
    func hostile(_ xml: String) throws {
        try sandbox.write("app/src/main/res/values/colors.xml", xml)
        let item = try #require(try CatalogMaker.write(try read(), into: project).item("colors.xml"))
        #expect(item.outcome == .notTaken && item.notes.contains(where: \.isDefect), "\(item)")
    }

    @Test("CDATA and document types are read over; entities that a file declares stand for nothing")
    func markup() throws {
        let entities = "<!ENTITY app 'My'> <!-- ]> ' --> <!ENTITY x SYSTEM 'file:///etc/hostname'>"
        try sandbox.write(
            "app/src/main/res/values/all.xml",
            "<?xml version='1.0'?><!DOCTYPE resources [\(entities)]><resources>"
                + "<string name='s'><![CDATA[<b>]]></string>"
                + "<color name='a'>#123456</color><color name='b'>&app;</color>"
                + "<color name='c'><![CDATA[#654321]]></color>"
                + "<string name='t'>&app; &x;</string></resources>")
        let change = try CatalogMaker.write(try read(), into: project)
        #expect(change.line("a") == "taken" && change.line("c") == "taken")
        #expect(change.line("b").contains("'&app;' is not a color"))
        #expect(change.line("all.xml") == "not taken; the entities that it declares")
        #expect(change.line("string") == "not taken; 2 in 1 file, which are no colors")
    }

    @Test("Resources of main are taken, those of other source sets reported")
    func sourceSets() throws {
        for (set, color, shade) in [("debug", "#000001", UInt8(1)), ("main", "#000002", 2), ("alpha", "#000003", 3)] {
            try sandbox.write(
                "app/src/\(set)/res/values/c.xml", "<resources><color name='a'>\(color)</color></resources>")
            let folder = set == "main" ? "drawable" : "drawable-mdpi"
            try sandbox.write("app/src/\(set)/res/\(folder)/icon.png", PNGFile(8, 4, shade: shade).bytes)
        }
        let change = try CatalogMaker.write(try read(), into: project)
        #expect(try settings("default").contains("\"a\": \"000002\""))
        #expect(try sandbox.read("project/assets/icon.png") == PNGFile(8, 4, shade: 2).bytes)
        #expect(change.item("a")?.notes.count == 2 && change.line("icon") == "in part; a second file for the same use")
    }

    @Test("Links and other files among the values are reported")
    func otherValues() throws {
        try values("values", "<color name='a'>#123456</color>")
        try sandbox.write("app/src/main/res/values/readme.txt", "x")
        try FileManager.default.createSymbolicLink(
            atPath: "\(sandbox.path)/app/src/main/res/values/more.xml", withDestinationPath: "colors.xml")
        let change = try CatalogMaker.write(try read(), into: project)
        #expect(change.line("readme.txt") == "not taken; is no XML file")
        #expect(change.line("more.xml") == "not taken; is no XML file")
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
        let lines = export.items.map { "\($0.name) \($0.newName ?? "") \($0.notes.map(\.text).joined())" }
        #expect(
            lines == [
                "icon  ", "pageTitle page_title renamed: names in Android are in snake case",
                "Metrics.gap  resources of an export are images and colors only",
                "late  it exists only at night; by day, Android finds no such resource",
                "Metrics.more  resources of an export are images and colors only",
            ])
    }

    /// A nine-patch of 6 x 5 pixels within its border: columns 2 and 3 and row 1 are stretched.
    private static let ninePatch: [UInt8] = {
        var rows: [UInt8] = []
        for y in 0..<7 {
            rows.append(0)
            for x in 0..<8 {
                let isMark = y == 0 && (x == 3 || x == 4) || x == 0 && y == 2
                let isBorder = x == 0 || y == 0 || x == 7 || y == 6
                rows += isMark ? [0, 0, 0, 255] : isBorder ? [0, 0, 0, 0] : [UInt8(x * 20), UInt8(y * 20), 90, 255]
            }
        }
        return PNGFile(chunks: [PNGFile.header(8, 7), .init("IDAT", PNGFile.zlib(rows)), .init("IEND")]).bytes
    }()

    @Test("The border of a nine-patch becomes cap insets in points")
    func ninePatches() throws {
        try sandbox.write("app/src/main/res/drawable-xhdpi/bubble.9.png", Self.ninePatch)
        let change = try CatalogMaker.write(try read(), into: project)
        #expect(change.line("bubble") == "changed; nine-patch, its border taken as cap insets")
        #expect(try PNGStructure(try sandbox.read("project/assets/bubble@2x.png")).size.description == "6x5")
        let image = try #require(try ExportedProject.themes("default", in: project)[0].images.first)
        #expect(image.capInsets == CapInsets(top: 0.5, left: 1, bottom: 1.5, right: 1))
    }

    private func export(_ ids: String...) throws -> Export {
        let themes = try ids.map { try ExportedProject.themes($0, in: project)[0] }
        return try AndroidExport.files(of: themes, themes: AppearanceThemes())
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
            ["\(sandbox.path)/out/res"], themes: AppearanceThemes(), limits: ProjectLimits())
        let second = "\(sandbox.path)/second"
        let change = try CatalogMaker.write(contents, into: second)
        #expect(!change.contents.items.contains { $0.outcome == .notTaken }, "\(change.contents.items)")
        #expect(ExportedProject.summary(try ExportedProject.themes("default", "dark", in: second)) == before)
    }

    @Test("aapt2 compiles and links an export", .enabled(if: Tool.path(of: "aapt2") != nil, "aapt2 is not installed"))
    func aapt() throws {
        let source = try TestProject()
        try source.theme(
            "default",
            config: #"{"Color": {"pageTitle": "123456", "class": "80000000", "9 lives": "FFF"}, "CapInsets": {"#
                + #""common/bubble": {"top": 1, "left": 2, "bottom": 1, "right": 2}}}"#)
        try source.theme("dark", config: #"{"Color": {"pageTitle": "FEDCBA"}}"#)
        for name in ["common/buttonImage", "common/bubble", "1st", "default"] {
            for suffix in ["", "@2x", "@3x"] { try source.image("assets/\(name)\(suffix).png") }
        }
        try source.image("themes/dark/common/buttonImage@2x.png")
        let themes = try ExportedProject.themes("default", "dark", in: source.root)
        let export = try AndroidExport.files(of: themes, themes: AppearanceThemes())
        #expect(export.paths.contains("drawable-night-xhdpi/common_button_image.png"))
        #expect(export.paths.contains("drawable-xhdpi/common_bubble.9.png"))
        try export.write(to: sandbox, "res")
        let aapt = try #require(Tool.path(of: "aapt2"))
        let compiled = try Tool.run(aapt, ["compile", "--dir", "res", "-o", "res.zip"], in: sandbox.path)
        #expect(compiled.status == 0, "\(compiled)")
        try sandbox.write("AndroidManifest.xml", #"<manifest package="a.b"/>"#)
        let linked = try Tool.run(
            aapt, ["link", "-o", "a.apk", "--manifest", "AndroidManifest.xml", "res.zip"], in: sandbox.path)
        #expect(linked.status == 0, "\(linked)")
        let dump = try Tool.run(aapt, ["dump", "resources", "a.apk"], in: sandbox.path).output
        let texts = [
            "color/page_title", "color/x_class", "(night-v8) #fffedcba", "drawable/x_1st", "drawable/x_default",
        ]
        for text in texts {
            #expect(dump.contains(text), "\(text) is not in \(dump)")
        }
    }

    @Test("Two names that become one are an error")
    func collision() throws {
        let source = try TestProject()
        try source.theme("default")
        for name in ["a/bC", "a_b_c"] { try source.image("assets/\(name).png") }
        let themes = try ExportedProject.themes("default", in: source.root)
        #expect {
            try AndroidExport.files(of: themes, themes: AppearanceThemes())
        } throws: { ($0 as? UserError)?.message == "'a/bC' and 'a_b_c' are one name in Android: a_b_c" }
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
        #expect(error?.message == "Android has one theme for the day and one for the night, not 3")
    }
}
