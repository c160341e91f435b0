import Foundation
import TestSupport
import Testing
import ThemeExchange
import ThemeModel

@Suite("Hostile asset catalogs")
struct HostileCatalogTests {
    let maker: CatalogMaker

    init() throws {
        maker = try CatalogMaker()
        try maker.imageSet("good", [#""filename": "a.png""#])
        try maker.write("good.imageset/a.png", PNGFile(8, 4).bytes)
    }

    /// Imports, and expects that the sound set is taken and the bad one is not.
    private func expectDefect(
        of input: String? = nil, function: String = #function, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let change = try maker.importAll()
        #expect(change.line("good") == "taken")
        #expect(change.item("bad")?.hasDefect == true, sourceLocation: sourceLocation)
        try change.check("bad", are: .notTaken, of: input, function: function, sourceLocation: sourceLocation)
    }

    @Test("A Contents.json of 100 MB is not read")
    func large() throws {
        try maker.write("bad.imageset/Contents.json", "{")
        #expect(truncate("\(maker.catalog)/bad.imageset/Contents.json", 100_000_000) == 0)
        try expectDefect()
    }

    @Test("Nesting of 100,000 levels is a defect")
    func deep() throws {
        for name in ["bad.imageset", "bad2.colorset", "group"] {
            try maker.write("\(name)/Contents.json", String(repeating: "[", count: 100_000))
        }
        try expectDefect()
        try maker.importAll(force: true).check("bad2")
        try maker.importAll(force: true).check("group")
    }

    @Test(
        "File names lead nowhere else",
        arguments: ["../good.imageset/a.png", "/etc/hostname", "..", ".", "a/../../x.png", "\\u0000.png"])
    func outside(_ name: String) throws {
        try maker.imageSet("bad", ["\"filename\": \"\(name)\""])
        try expectDefect(of: name)
    }

    @Test(
        "A Contents.json of another form is a defect",
        arguments: [
            "[]", #"{"images": {"a": 1}}"#, #"{"images": [1, "x", null]}"#, #"{"images": [{"filename": 7}]}"#,
        ])
    func form(_ json: String) throws {
        try maker.write("bad.imageset/Contents.json", json)
        try expectDefect(of: json)
    }

    @Test("Links are not followed")
    func links() throws {
        let manager = FileManager.default
        try maker.imageSet("bad", [#""filename": "link.png""#])
        try manager.createSymbolicLink(
            atPath: "\(maker.catalog)/bad.imageset/link.png", withDestinationPath: "/etc/hostname")
        try manager.createSymbolicLink(atPath: "\(maker.catalog)/loop", withDestinationPath: maker.catalog)
        try manager.createSymbolicLink(atPath: "\(maker.catalog)/out.imageset", withDestinationPath: "/etc")
        try expectDefect()
        let change = try maker.importAll(force: true)
        try change.check("loop", "out.imageset", are: .notTaken)
    }

    @Test("A FIFO is not waited for")
    func fifo() throws {
        try maker.imageSet("bad", [#""filename": "fifo.png""#])
        #expect(mkfifo("\(maker.catalog)/bad.imageset/fifo.png", 0o600) == 0)
        try expectDefect()
    }

    @Test("A thousand appearances are one note")
    func appearances() throws {
        let items = (0..<1000).map { #"{"appearance": "x\#($0)", "value": "y"}"# }.joined(separator: ", ")
        try maker.imageSet("bad", ["\"filename\": \"a.png\", \"appearances\": [\(items)]"])
        try maker.write("bad.imageset/a.png", PNGFile(8, 4).bytes)
        let change = try maker.importAll()
        #expect(change.line("good") == "taken")
        try change.check("bad", are: .notTaken)
        #expect(change.line("bad").utf8.count < 200)
    }

    @Test("Slots for the same use, unknown scales and missing files are reported")
    func slots() throws {
        try maker.imageSet(
            "bad",
            [
                #""filename": "a.png", "scale": "1x""#, #""filename": "b.png", "scale": "1x""#,
                #""filename": "c.png", "scale": "huge""#, #""filename": "missing.png", "scale": "2x""#,
            ])
        for name in ["a", "b", "c"] { try maker.write("bad.imageset/\(name).png", PNGFile(8, 4).bytes) }
        try maker.importAll().check("bad", are: .inPart)
    }

    @Test(
        "Names that no system can store are defects",
        arguments: ["con", "a:b", "a\u{202E}b", "trailing ", "button@2x", String(repeating: "x", count: 240)])
    func names(_ name: String) throws {
        try maker.imageSet(name, [#""filename": "a.png""#])
        try maker.write("\(name).imageset/a.png", PNGFile(8, 4).bytes)
        let change = try maker.importAll()
        #expect(change.line("good") == "taken")
        if name.utf8.count < 200 { #expect(change.item(name)?.outcome == .notTaken) }
    }

    @Test("Damaged PNGs, CgBI, bombs and other files are defects")
    func images() throws {
        let png = PNGFile(8, 4).bytes
        let files: [(String, [UInt8])] = [
            ("cut", Array(png.dropLast(20))), ("empty", []), ("text", Array("hello".utf8)),
            ("crushed", PNGFile(8, 4).inserting(.init("CgBI", [0, 0, 0, 0]), before: "IHDR").bytes),
            ("huge", PNGFile(chunks: [PNGFile.header(100_000, 100_000), .init("IDAT", []), .init("IEND")]).bytes),
            (
                "bomb",
                PNGFile(chunks: [
                    PNGFile.header(8, 4), .init("IDAT", PNGFile.zlibBomb(byteCount: 100_000)), .init("IEND"),
                ]).bytes
            ),
        ]
        for (name, bytes) in files {
            try maker.imageSet(name, [#""filename": "a.png""#])
            try maker.write("\(name).imageset/a.png", bytes)
        }
        let change = try maker.importAll()
        #expect(change.line("good") == "taken")
        for (name, _) in files {
            let item = try #require(change.item(name))
            #expect(item.outcome == .notTaken && item.notes.allSatisfy(\.isDefect), "\(change.line(name))")
        }
    }

    @Test("Keys that occur twice are defects, and JSON errors name the line")
    func json() throws {
        try maker.write("bad.imageset/Contents.json", "{\"images\": [\n,]}")
        try maker.write("twice.imageset/Contents.json", #"{"images": [], "images": []}"#)
        try expectDefect()
        try maker.importAll(force: true).check("twice")
    }
}
