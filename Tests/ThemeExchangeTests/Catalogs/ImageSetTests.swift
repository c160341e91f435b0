import TestSupport
import Testing
import ThemeExchange
import ThemeModel
import ThemeProject

@Suite("Image sets of asset catalogs")
struct ImageSetTests {
    let maker: CatalogMaker

    init() throws { maker = try CatalogMaker() }

    @Test("Names and scales come from Contents.json, never from file names")
    func names() throws {
        try maker.imageSet(
            "Close",
            [
                #""filename": "ic_x@3x.png", "scale": "1x""#, #""filename": "Group 7.png", "scale": "2x""#,
                #""scale": "3x""#,
            ])
        try maker.write("Close.imageset/ic_x@3x.png", PNGFile(8, 4).bytes)
        try maker.write("Close.imageset/Group 7.png", PNGFile(16, 8).bytes)
        let change = try maker.importAll()
        #expect(change.line("Close") == "taken")
        #expect(
            change.paths == [
                "assets/Close.png", "assets/Close@2x.png", "themepack.json", "themes/default/theme.json",
            ])
        #expect(try maker.sandbox.read("project/assets/Close@2x.png") == PNGFile(16, 8).bytes)
    }

    @Test("Only folders that provide a namespace are part of names")
    func namespaces() throws {
        try maker.write("Icons/Contents.json", #"{"properties": {"provides-namespace": true}}"#)
        try maker.write("Icons/Group/Contents.json", CatalogMaker.info)
        try maker.imageSet("Icons/Group/a", [#""filename": "a.png""#])
        try maker.write("Icons/Group/a.imageset/a.png", PNGFile(8, 4).bytes)
        #expect(try maker.importAll().paths.contains("assets/Icons/a.png"))
    }

    @Test("Appearances become themes, combinations too, and --themes names others")
    func appearances() throws {
        let both = """
            "appearances": [{"appearance": "contrast", "value": "high"}, {"appearance": "luminosity", "value": "dark"}]
            """
        let slots = [
            "", "\(CatalogMaker.dark), ", "\(CatalogMaker.highContrast), ", "\(both), ",
        ]
        try maker.imageSet(
            "a", slots.enumerated().map { "\($1)\"filename\": \"\($0).png\", \"scale\": \"1x\"" })
        for (index, shade) in [UInt8(1), 2, 3, 4].enumerated() {
            try maker.write("a.imageset/\(index).png", PNGFile(8, 4, shade: shade).bytes)
        }
        let change = try maker.importAll(themes: ["dark=night"])
        #expect(
            change.paths.filter { $0.hasSuffix(".png") } == [
                "assets/a.png", "themes/dark-high-contrast/a.png", "themes/high-contrast/a.png", "themes/night/a.png",
            ])
        #expect(try maker.sandbox.read("project/themes/dark-high-contrast/a.png") == PNGFile(8, 4, shade: 4).bytes)
        let manifest = try maker.sandbox.text("project/themes/night/theme.json")
        #expect(manifest.contains(#""extends": "default""#) && manifest.contains(#""id": "night""#))
        #expect(manifest.contains(#""axis": "mode""#))
        #expect(try maker.sandbox.text("project/themes/high-contrast/theme.json").contains(#""axis": "contrast""#))
        let combination = try maker.sandbox.text("project/themes/dark-high-contrast/theme.json")
        #expect(combination.contains("\"for\": [\n    \"night\",\n    \"high-contrast\"\n  ]"), "\(combination)")
        #expect(!combination.contains("extends"))
        let project = try maker.sandbox.text("project/themepack.json")
        #expect(project.contains("\"axes\": [\n    \"mode\",\n    \"contrast\"\n  ]"), "\(project)")
    }

    @Test(
        "A name in --themes that does not occur is an error, which names those that do",
        arguments: ["dakr=night", "sepia=night"])
    func unknownAppearance(_ assignment: String) throws {
        try maker.imageSet("a", [#""filename": "a.png""#, "\(CatalogMaker.dark), \"filename\": \"d.png\""])
        for name in ["a", "d"] { try maker.write("a.imageset/\(name).png", PNGFile(8, 4).bytes) }
        let error = #expect(throws: UserError.self) { try maker.importAll(themes: [assignment]) }
        #expect(error?.hint?.contains("dark") == true)
        try error.check(of: assignment)
        #expect(throws: UserError.self) { try AppearanceThemes(["dark=a", "dark=b"]) }
    }

    @Test("AX5: a combination brings its members, which can be without a value of their own")
    func combination() throws {
        try maker.colorSet(
            "c", CatalogMaker.color(#""red": 0, "green": 0, "blue": 0.5"#),
            CatalogMaker.color(#""red": 0, "green": 0, "blue": 0.25"#, more: CatalogMaker.dark),
            CatalogMaker.color(
                #""red": 0, "green": 0, "blue": 0.1"#,
                more: CatalogMaker.dark.dropLast() + #", {"appearance": "contrast", "value": "high"}]"#))
        try maker.importAll()
        #expect(
            try maker.sandbox.text("project/themes/dark-high-contrast/theme.json").contains(#""for": ["#))
        #expect(try maker.sandbox.text("project/themes/high-contrast/theme.json").contains(#""axis": "contrast""#))
        #expect(try Tool.run(Tool.themepack, ["verify"], in: maker.project).status == 0)
    }

    @Test("AX5: a project that has no axes gets none: its combinations extend the theme of their luminosity")
    func existingProject() throws {
        try maker.sandbox.write("project/themepack.json", Array("{}".utf8))
        try maker.sandbox.write(
            "project/themes/default/theme.json", Array(#"{"id": "default", "version": "1.0.0"}"#.utf8))
        try maker.sandbox.write("project/assets/.gitkeep", [])
        let both = CatalogMaker.dark.dropLast() + #", {"appearance": "contrast", "value": "high"}]"#
        try maker.colorSet(
            "c", CatalogMaker.color(#""red": 0, "green": 0, "blue": 0.5"#),
            CatalogMaker.color(#""red": 0, "green": 0, "blue": 0.25"#, more: CatalogMaker.dark),
            CatalogMaker.color(#""red": 0, "green": 0, "blue": 0.1"#, more: String(both)))
        try maker.importAll()
        let combination = try maker.sandbox.text("project/themes/dark-high-contrast/theme.json")
        #expect(combination.contains(#""extends": "dark""#) && !combination.contains("axis"), "\(combination)")
        #expect(try maker.sandbox.text("project/themepack.json") == "{}")
    }

    @Test("An appearance without a theme is left out, and the table says so")
    func leftOut() throws {
        try maker.imageSet("a", [#""filename": "a.png""#, "\(CatalogMaker.dark), \"filename\": \"d.png\""])
        for name in ["a", "d"] { try maker.write("a.imageset/\(name).png", PNGFile(8, 4).bytes) }
        let change = try maker.importAll(themes: ["dark="])
        try change.check("a", are: .inPart)
        #expect(!change.paths.contains { $0.contains("dark") })
    }

    @Test(
        "What themes cannot express is reported",
        arguments: [
            (#""locale": "de""#, "locale de"), (#""idiom": "ipad""#, "idiom ipad"),
            (#""display-gamut": "display-P3""#, "gamut display-P3"), (#""subtype": "retina4""#, "subtype retina4"),
            (#""width-class": "compact""#, "width-class compact"),
            (#""language-direction": "right-to-left""#, "right-to-left"),
            (#""appearances": [{"appearance": "luminosity", "value": "tinted"}]"#, "appearance luminosity tinted"),
        ])
    func restrictions(_ slot: String, _ words: String) throws {
        try maker.imageSet("a", [#""filename": "a.png""#, "\(slot), \"filename\": \"b.png\""])
        for name in ["a", "b"] { try maker.write("a.imageset/\(name).png", PNGFile(8, 4).bytes) }
        #expect(try maker.importAll().line("a") == "in part; left out: \(words)")
    }

    @Test("A set for one device is taken, and the table says so")
    func device() throws {
        try maker.imageSet(
            "a",
            [
                #""idiom": "ipad", "filename": "b.png""#, #""idiom": "iphone", "filename": "a.png""#,
            ])
        try maker.write("a.imageset/a.png", PNGFile(8, 4).bytes)
        try maker.write("a.imageset/b.png", PNGFile(8, 6).bytes)
        try maker.importAll().check("a", are: .inPart)
        #expect(try maker.sandbox.read("project/assets/a.png") == PNGFile(8, 4).bytes)
    }

    @Test("Slices become cap insets in points, and the template intent a setting")
    func resizing() throws {
        func slot(_ scale: Int, _ top: Int, _ left: Int) -> String {
            let center = #""center": {"mode": "tile", "width": 1, "height": 1}"#
            let insets = "{\"top\": \(top), \"left\": \(left), \"bottom\": \(top), \"right\": 0}"
            return "\"filename\": \"\(scale).png\", \"scale\": \"\(scale)x\", "
                + "\"resizing\": {\"mode\": \"9-part\", \(center), \"cap-insets\": \(insets)}"
        }
        let template = #""template-rendering-intent": "template""#
        try maker.imageSet("a", [slot(2, 16, 27), slot(3, 24, 41)], properties: template)
        for scale in [2, 3] {
            try maker.write("a.imageset/\(scale).png", PNGFile(40 * scale, 40 * scale).bytes)
        }
        try maker.importAll().check("a", are: .changed)
        let settings = try maker.settings("default")
        #expect(settings.contains(#""left": 13.667"#) && settings.contains(#""top": 8"#), "\(settings)")
        let manifest = try maker.sandbox.text("project/themes/default/theme.json")
        #expect(manifest.contains("\"templates\": {\n    \"a\": null\n  }"), "\(manifest)")
    }

    @Test("TP2: an import adds templates to a theme.json, unless a pattern there already has the image")
    func templates() throws {
        let template = #""template-rendering-intent": "template""#
        for name in ["a", "b"] {
            try maker.imageSet(name, [#""filename": "x.png""#], properties: template)
            try maker.write("\(name).imageset/x.png", PNGFile(8, 4).bytes)
        }
        let manifest = #"{"id": "default", "version": "2.0.0", "templates": {"b*": null}}"#
        try maker.sandbox.write("project/themepack.json", "{}")
        try maker.sandbox.write("project/assets/b0.png", PNGFile(8, 4).bytes)
        try maker.sandbox.write("project/themes/default/theme.json", manifest)
        try maker.importAll()
        let text = try maker.sandbox.text("project/themes/default/theme.json")
        #expect(text.contains("\"a\": null") && text.contains("\"b*\": null") && !text.contains("\"b\": "))
        #expect(text.contains("2.0.0"))
        #expect(try maker.importAll().paths.isEmpty)
    }

    @Test("Properties that themes lack are reported, of sets, of folders and of the catalog")
    func properties() throws {
        try maker.imageSet(
            "a", [#""filename": "a.png""#],
            properties: #""on-demand-resource-tags": ["x"], "compression-type": "lossless", "localizable": true, "#
                + #""auto-scaling": "automatic", "preserves-vector-representation": true"#)
        try maker.write("a.imageset/a.png", PNGFile(8, 4).bytes)
        try maker.write(
            "c.colorset/Contents.json",
            "{\"colors\": [\(CatalogMaker.color(#""red": 0, "green": 0, "blue": 0.5"#))], "
                + #""properties": {"localizable": true}, "tint": "x"}"#)
        try maker.write("Group/Contents.json", #"{"properties": {"on-demand-resource-tags": ["y"]}}"#)
        try maker.write("Contents.json", #"{"info": {}, "properties": {"compression-type": "lossless"}}"#)
        let change = try maker.importAll()
        try change.check("a", "c", are: .inPart)
        try change.check("Group", "App.xcassets", are: .notTaken)
    }

    @Test("Slices of three parts, and centers that are not stretched as a whole, are reported")
    func slices() throws {
        let center = #""center": {"mode": "stretch", "width": 4, "height": 1}"#
        let resizing = #"{"mode": "3-part-horizontal", \#(center), "cap-insets": {"left": 3, "right": 3}}"#
        try maker.imageSet("a", ["\"filename\": \"a.png\", \"resizing\": \(resizing)"])
        try maker.write("a.imageset/a.png", PNGFile(20, 4).bytes)
        try maker.importAll().check("a", are: .changed)
    }

    @Test("Slots with different rendering intents are reported")
    func intents() throws {
        try maker.imageSet(
            "a",
            [
                #""filename": "a.png", "template-rendering-intent": "template""#,
                #""scale": "2x", "filename": "b.png", "template-rendering-intent": "original""#,
            ])
        try maker.write("a.imageset/a.png", PNGFile(8, 4).bytes)
        try maker.write("a.imageset/b.png", PNGFile(16, 8).bytes)
        try maker.importAll().check("a", are: .inPart)
    }

    @Test("Files in no slot, empty sets and other kinds of sets are in the table")
    func others() throws {
        try maker.imageSet("empty", [#""scale": "1x""#])
        try maker.imageSet("a", [#""filename": "a.png""#])
        try maker.write("a.imageset/a.png", PNGFile(8, 4).bytes)
        try maker.write("a.imageset/old.png", PNGFile(8, 4).bytes)
        for name in ["AppIcon.appiconset", "s.symbolset", "d.dataset", "L.launchimage", "b.brandassets"] {
            try maker.write("\(name)/Contents.json", CatalogMaker.info)
        }
        try maker.write("note.txt", "x")
        let change = try maker.importAll()
        try change.check("a", are: .inPart)
        try change.check("empty", "note.txt", are: .notTaken)
        let kinds = ExchangeSummary(of: change.contents.items).rows.map { "\($0.kind) \($0.counts)" }
        #expect(
            Set(kinds) == [
                "image set [0, 0, 1, 1]", "app icon [0, 0, 0, 1]", "symbol set [0, 0, 0, 1]", "data set [0, 0, 0, 1]",
                "launch image [0, 0, 0, 1]", "brandassets [0, 0, 0, 1]", "file [0, 0, 0, 1]",
            ])
        #expect(!change.contents.items.contains { $0.outcome == .notTaken && $0.notes.isEmpty })
    }

    @Test("Of two sets of one name, or of names that differ in letter case, one is taken and the other a defect")
    func clashes() throws {
        for (index, (folder, name)) in [("A", "x"), ("B", "x"), ("C", "X")].enumerated() {
            try maker.write("\(folder)/Contents.json", CatalogMaker.info)
            try maker.imageSet("\(folder)/\(name)", [#""filename": "a.png""#])
            try maker.write("\(folder)/\(name).imageset/a.png", PNGFile(8, 4, shade: UInt8(index)).bytes)
        }
        let change = try maker.importAll()
        #expect(change.paths.filter { $0.hasPrefix("assets") } == ["assets/x.png"])
        let left = change.contents.items.filter { $0.outcome == .notTaken }
        #expect(left.count == 2 && left.allSatisfy { $0.notes[0].isDefect })
        try left.check()
    }

    @Test("Catalogs are found in an app's folder")
    func search() throws {
        try maker.sandbox.write("app/Sources/UI/Media.xcassets/a.imageset/Contents.json", #"{"images": []}"#)
        try maker.sandbox.write("app/.build/X.xcassets/b.imageset/Contents.json", #"{"images": []}"#)
        let contents = try maker.read("\(maker.sandbox.path)/app")
        #expect(contents.items.map(\.name) == ["a"])
        #expect(throws: (any Error).self) { try maker.read("\(maker.sandbox.path)/app/.build/none") }
    }
}
