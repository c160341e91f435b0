import Foundation
import TestSupport
import Testing
import ThemeExchange
import ThemeModel
import ThemeProject

@Suite("Import of Android resources")
struct AndroidImportTests: AndroidTests {
    let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

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
        try change.check("icon", are: .inPart)
        try change.check("shape", "layout", are: .notTaken)
    }

    @Test("TP2: a drawable that draws an image in a color becomes a template of its files")
    func tints() throws {
        try values("values", "<color name='accent'>#123456</color><color name='broken'>#zz</color>")
        try sandbox.write("app/src/main/res/drawable-xhdpi/mask.png", PNGFile(8, 4).bytes)
        for (name, image, tint) in [
            ("tab", "mask", " android:tint='@color/accent'"), ("bar", "mask", " android:tint='?attr/accent'"),
            ("same", "mask", ""), ("lost", "other", " android:tint='@color/accent'"),
            ("plain", "mask", " android:tint='@color/broken'"),
        ] {
            try sandbox.write(
                "app/src/main/res/drawable/\(name).xml",
                "<bitmap xmlns:android='http://schemas.android.com/apk/res/android' "
                    + "android:src='@drawable/\(image)'\(tint)/>")
        }
        let change = try CatalogMaker.write(try read(), into: project)
        let images = ["bar", "mask", "plain", "same", "tab"].map { "assets/\($0)@2x.png" }
        #expect(change.paths.filter { $0.hasSuffix(".png") } == images)
        #expect(change.line("tab") == "taken")
        try change.check("bar", are: .changed)
        try change.check("lost", are: .notTaken)
        let manifest = try sandbox.text("project/themes/default/theme.json")
        #expect(manifest.contains(#""bar": null"#) && manifest.contains(#""tab": "Color.accent""#))
        // The setting of a color that is not taken does not exist.
        #expect(manifest.contains(#""plain": null"#))
        #expect(!manifest.contains("same"))
    }

    @Test("The border of a nine-patch becomes cap insets in points")
    func ninePatches() throws {
        try sandbox.write("app/src/main/res/drawable-xhdpi/bubble.9.png", Self.ninePatch)
        let change = try CatalogMaker.write(try read(), into: project)
        try change.check("bubble", are: .changed)
        #expect(try PNGStructure(try sandbox.read("project/assets/bubble@2x.png")).size.description == "6x5")
        let image = try #require(try ExportedProject.themes("default", in: project)[0].images.first)
        #expect(image.capInsets == CapInsets(top: 0.5, left: 1, bottom: 1.5, right: 1))
    }

    @Test("Of a nine-patch, padding and optical bounds are reported; insets are in points whatever its density")
    func ninePatchMarks() throws {
        for (name, folder, content) in [
            ("padded", "drawable-mdpi", [0, 0, 0, 255] as [UInt8]), ("bounds", "drawable-xxhdpi", [255, 0, 0, 255]),
        ] {
            try sandbox.write("app/src/main/res/\(folder)/\(name).9.png", Self.ninePatch(content: content))
        }
        let change = try CatalogMaker.write(try read(), into: project)
        try change.check("padded", "bounds", are: .inPart)
        let images = try ExportedProject.themes("default", in: project)[0].images
        let insets = Dictionary(uniqueKeysWithValues: images.map { ($0.name.description, $0.capInsets) })
        #expect(insets["padded"] == CapInsets(top: 1, left: 2, bottom: 3, right: 2))
        #expect(insets["bounds"] == CapInsets(top: 0.333, left: 0.667, bottom: 1, right: 0.667))
    }

    @Test("Links and other files among the values are reported")
    func otherValues() throws {
        try values("values", "<color name='a'>#123456</color>")
        try sandbox.write("app/src/main/res/values/readme.txt", "x")
        try FileManager.default.createSymbolicLink(
            atPath: "\(sandbox.path)/app/src/main/res/values/more.xml", withDestinationPath: "colors.xml")
        let change = try CatalogMaker.write(try read(), into: project)
        try change.check("readme.txt", "more.xml", are: .notTaken)
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

    @Test("CDATA is read, and entities that a file declares stand for their text")
    func markup() throws {
        let entities = "<!ENTITY app '#abcdef'> <!-- ]> ' -->"
        try sandbox.write(
            "app/src/main/res/values/all.xml",
            "<?xml version='1.0'?><!DOCTYPE resources [\(entities)]><resources>"
                + "<string name='s'><![CDATA[<b>]]></string>"
                + "<color name='a'>#123456</color><color name='b'>&app;</color>"
                + "<color name='c'><![CDATA[#654321]]></color>"
                + "<string name='t'>&app;</string></resources>")
        let change = try CatalogMaker.write(try read(), into: project)
        #expect(["a", "b", "c"].map(change.line) == ["taken", "taken", "taken"])
        try change.check("string", are: .notTaken)
    }
}
