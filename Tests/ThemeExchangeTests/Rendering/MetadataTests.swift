import Foundation
import TestSupport
import Testing
@testable import ThemeExchange
import ThemeModel
import ThemePackager
import ThemeProject

@Suite("Orientation and color profiles of files that are no PNG")
struct MetadataTests {
    let maker: CatalogMaker

    init() throws { maker = try CatalogMaker() }

    /// Writes `o.ppm`: 16 x 32 pixels, red above and blue below.
    private func writeImage() throws {
        let red = [[UInt8]](repeating: [255, 0, 0], count: 16 * 16)
        let blue = [[UInt8]](repeating: [0, 0, 255], count: 16 * 16)
        try maker.sandbox.write("o.ppm", Array("P6\n16 32\n255\n".utf8) + (red + blue).flatMap(\.self))
    }

    private func jpeg() throws -> [UInt8] {
        try writeImage()
        try maker.run("cjpeg", "-quality", "100", "-outfile", "o.jpg", "o.ppm")
        return try maker.sandbox.read("o.jpg")
    }

    private func writeWebP() throws {
        try writeImage()
        try maker.run("cwebp", "-quiet", "-lossless", "o.ppm", "-o", "o.webp")
    }

    private static func segment(_ marker: UInt8, _ data: [UInt8]) -> [UInt8] {
        [0xFF, marker, UInt8((data.count + 2) >> 8), UInt8((data.count + 2) & 0xFF)] + data
    }

    /// A TIFF file of one directory with the tag `Orientation`.
    private static func tiff(_ orientation: UInt8, isLittle: Bool) -> [UInt8] {
        isLittle
            ? Array("II".utf8) + [42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0, 0, 0, 0, 0]
            : Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
    }

    /// A profile's header, then other bytes.
    private static func profile(_ space: String, length: Int) -> [UInt8] {
        var bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        bytes.replaceSubrange(0..<4, with: withUnsafeBytes(of: UInt32(length).bigEndian, Array.init))
        bytes.replaceSubrange(16..<20, with: Array(space.utf8))
        bytes.replaceSubrange(36..<40, with: Array("acsp".utf8))
        return bytes
    }

    private static let sRGB = [[0.43607, 0.22249, 0.01392], [0.38515, 0.71687, 0.09708], [0.14307, 0.06061, 0.7141]]
    private static let displayP3 = [
        [0.51512, 0.2412, -0.00105], [0.29198, 0.69225, 0.04189], [0.1571, 0.06657, 0.78407],
    ]

    private static func fixed(_ number: Double) -> [UInt8] {
        withUnsafeBytes(of: Int32((number * 65_536).rounded()).bigEndian, Array.init)
    }

    private static let sRGBCurve =
        Array("para".utf8) + [0, 0, 0, 0, 0, 3, 0, 0]
        + [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045].flatMap(fixed)

    /// The table of a curve.
    private static func table(_ count: Int, _ value: (Double) -> Double) -> [UInt8] {
        let numbers = (0..<count).map { UInt16((value(Double($0) / Double(count - 1)) * 65_535).rounded()) }
        return Array("curv".utf8) + [0, 0, 0, 0, 0, 0, UInt8(count >> 8), UInt8(count & 255)]
            + numbers.flatMap { withUnsafeBytes(of: $0.bigEndian, Array.init) }
    }

    /// A profile of three primaries and a curve.
    private static func matrixProfile(_ primaries: [[Double]], _ curve: [UInt8], more: String? = nil) -> [UInt8] {
        let name = Array("desc\0\0\0\0\0\0\0\u{15}Gamut with sRGB name".utf8)
        var tags =
            [("desc", name)]
            + zip(["rXYZ", "gXYZ", "bXYZ"], primaries).map { name, color in
                (name, Array("XYZ \0\0\0\0".utf8) + color.flatMap(fixed))
            }
        tags += ["rTRC", "gTRC", "bTRC"].map { ($0, curve) } + (more.map { [($0, curve)] } ?? [])
        var list: [UInt8] = []
        var data: [UInt8] = []
        for (name, bytes) in tags {
            let numbers = [UInt32(132 + tags.count * 12 + data.count), UInt32(bytes.count)]
            list += name.utf8 + numbers.flatMap { withUnsafeBytes(of: $0.bigEndian, Array.init) }
            data += bytes
        }
        let count = withUnsafeBytes(of: UInt32(tags.count).bigEndian, Array.init)
        return profile("RGB ", length: 128 + 4 + list.count + data.count)[..<128] + count + list + data
    }

    @Test(
        "A profile is left out if it is sRGB by value, whatever its name",
        .enabled(if: Programs.jpeg && Tool.python != nil))
    func standardProfiles() throws {
        func decoded(_ x: Double) -> Double { x <= 0.04045 ? x / 12.92 : pow((x + 0.055) / 1.055, 2.4) }
        let linear = Array("curv".utf8) + [UInt8](repeating: 0, count: 8)
        let profiles: [(name: String, bytes: [UInt8], isKept: Bool)] = [
            ("function", Self.matrixProfile(Self.sRGB, Self.sRGBCurve), false),
            ("table", Self.matrixProfile(Self.sRGB, Self.table(1024, decoded)), false),
            ("p3", Self.matrixProfile(Self.displayP3, Self.sRGBCurve), true),
            ("gamma", Self.matrixProfile(Self.sRGB, Self.table(1024) { pow($0, 2.2) }), true),
            ("one", Self.matrixProfile(Self.sRGB, Array("curv\0\0\0\0\0\0\0\u{1}\u{2}3".utf8)), true),
            ("linear", Self.matrixProfile(Self.sRGB, linear), true),
            ("tables", Self.matrixProfile(Self.sRGB, Self.sRGBCurve, more: "A2B0"), true),
            ("cut", Array(Self.matrixProfile(Self.sRGB, Self.sRGBCurve).dropLast(40)), false),
        ]
        let plain = try jpeg()
        for (name, bytes, _) in profiles {
            try maker.imageSet(name, [#""filename": "x.jpg""#])
            try maker.write("\(name).imageset/x.jpg", Self.jpeg(plain, profile: bytes))
        }
        let change = try maker.importAll()
        for (name, bytes, isKept) in profiles {
            let found = try Self.profile(of: "\(maker.project)/assets/\(name).png")
            #expect(found == (isKept ? bytes : []), "\(name)")
        }
        #expect(change.line("cut").contains("its color profile is ignored"))
    }

    @Test("Bytes FF before a marker of a JPEG are skipped", .enabled(if: Programs.jpeg), arguments: [1, 2, 5])
    func fillBytes(_ count: Int) throws {
        let plain = try jpeg()
        let exif = Self.segment(0xE1, Array("Exif\0\0".utf8) + Self.tiff(6, isLittle: false))
        let fill = [UInt8](repeating: 0xFF, count: count)
        try maker.imageSet("o", [#""filename": "x.jpg""#])
        try maker.write("o.imageset/x.jpg", plain[..<2] + fill + exif + plain[2...])
        try expectUpright(6, "o", try maker.importAll().line("o"))
    }

    @Test(
        "The primaries of a HEIC that are only a number are reported, unless they are sRGB's",
        .enabled(if: Programs.heic))
    func heicPrimaries() throws {
        let python = try #require(Tool.python)
        // The encoder writes no such box, so that of a profile becomes one.
        let script = """
            import sys
            data = open("in.heic", "rb").read()
            at = data.find(b"colrprof")
            for n in [1, 12]:
                box = b"colrnclx\\0" + bytes([n]) + b"\\0\\x0d\\0\\x06\\x80"
                open(f"p{n}.heic", "wb").write(data[:at] + box + data[at + len(box):])
            """
        let profile = Self.matrixProfile(Self.displayP3, Self.sRGBCurve)
        let png = try #require(ColorProfile(profile)?.added(to: PNGFile(16, 8, .rgb).bytes))
        try maker.sandbox.write("in.png", png)
        try maker.run("heif-enc", "in.png", "-o", "in.heic")
        let result = try Tool.run(python, ["-c", script], in: maker.sandbox.path)
        #expect(result.status == 0, "\(result)")
        for name in ["p1", "p12"] {
            try maker.imageSet(name, [#""filename": "x.heic""#])
            try maker.write("\(name).imageset/x.heic", try maker.sandbox.read("\(name).heic"))
        }
        let change = try maker.importAll()
        #expect(change.line("p1") == "changed; converted from HEIC")
        #expect(
            change.line("p12") == "changed; converted from HEIC; its color profile is ignored: colors are taken as sRGB"
        )
    }

    /// A JPEG with a profile, whose parts are in reverse order.
    private static func jpeg(_ plain: [UInt8], profile: [UInt8]) -> [UInt8] {
        let parts = stride(from: 0, to: profile.count, by: 65_000).map { Array(profile[$0...].prefix(65_000)) }
        let segments = parts.enumerated().map { number, part in
            segment(0xE2, Array("ICC_PROFILE\0".utf8) + [UInt8(number + 1), UInt8(parts.count)] + part)
        }
        return plain[..<2] + segments.reversed().flatMap(\.self) + plain[2...]
    }

    private static let redSides = [
        "top", "top", "bottom", "bottom", "left", "right", "right", "left",
    ]

    private func expectUpright(_ value: Int, _ name: String, _ line: String) throws {
        if value > 1 { #expect(line.hasSuffix("; turned upright, as its Exif orientation says")) }
        #expect(try maker.size("assets/\(name).png") == (value < 5 ? "16x32" : "32x16"))
        let png = try maker.sandbox.read("project/assets/\(name).png")
        #expect(try Self.redSide(of: png) == Self.redSides[value - 1], "orientation \(value)")
    }

    @Test("A JPEG is turned as its Exif orientation says", .enabled(if: Programs.jpeg))
    func orientation() throws {
        let plain = try jpeg()
        for value in UInt8(1)...8 {
            try maker.imageSet("o\(value)", [#""filename": "x.jpg""#])
            let exif = Self.segment(0xE1, Array("Exif\0\0".utf8) + Self.tiff(value, isLittle: value % 2 == 0))
            try maker.write("o\(value).imageset/x.jpg", plain[..<2] + exif + plain[2...])
        }
        let change = try maker.importAll()
        try change.check("o1", are: .changed)
        for value in 1...8 { try expectUpright(value, "o\(value)", change.line("o\(value)")) }
    }

    @Test(
        "A WebP is turned as well, with its alpha",
        .enabled(if: Programs.webp && Tool.path(of: "webpmux") != nil))
    func webP() throws {
        try writeWebP()
        // In some files the name of Exif comes first.
        for (value, name) in [(3, ""), (6, "Exif\0\0"), (8, "")] {
            try maker.sandbox.write("exif", Array(name.utf8) + Self.tiff(UInt8(value), isLittle: value == 8))
            try maker.run("webpmux", "-set", "exif", "exif", "o.webp", "-o", "e.webp")
            try maker.imageSet("o\(value)", [#""filename": "x.webp""#])
            try maker.write("o\(value).imageset/x.webp", try maker.sandbox.read("e.webp"))
        }
        try maker.sandbox.write("alpha.png", PNGFile(4, 8, .rgba).bytes)
        try maker.run("cwebp", "-quiet", "-lossless", "-exact", "alpha.png", "-o", "a.webp")
        try maker.run("webpmux", "-set", "exif", "exif", "a.webp", "-o", "b.webp")
        try maker.imageSet("alpha", [#""filename": "x.webp""#])
        try maker.write("alpha.imageset/x.webp", try maker.sandbox.read("b.webp"))
        let change = try maker.importAll()
        for value in [3, 6, 8] { try expectUpright(value, "o\(value)", change.line("o\(value)")) }
        let type = { (name: String) in try maker.sandbox.read("project/assets/\(name).png")[25] }
        #expect(try type("o6") == 2 && type("alpha") == 6, "RGB and RGBA")
        #expect(try maker.size("assets/alpha.png") == "8x4")
    }

    @Test("A color profile comes along; what is none is reported", .enabled(if: Programs.jpeg && Tool.python != nil))
    func profiles() throws {
        let plain = try jpeg()
        let profiles: [(name: String, bytes: [UInt8])] = [
            ("small", Self.profile("RGB ", length: 548)), ("large", Self.profile("RGB ", length: 150_000)),
            ("print", Self.profile("CMYK", length: 548)), ("gray", Self.profile("GRAY", length: 548)),
            ("broken", Array("sRGB IEC61966-2.1".utf8)), ("common", Self.matrixProfile(Self.sRGB, Self.sRGBCurve)),
        ]
        for (name, bytes) in profiles {
            try maker.imageSet(name, [#""filename": "x.jpg""#])
            try maker.write("\(name).imageset/x.jpg", Self.jpeg(plain, profile: bytes))
        }
        let change = try maker.importAll()
        for name in ["small", "large", "common"] { #expect(change.line(name) == "changed; converted from JPEG") }
        try change.check("print", "gray", "broken")
        for (name, bytes) in profiles {
            let isKept = ["small", "large"].contains(name)
            #expect(try Self.profile(of: "\(maker.project)/assets/\(name).png") == (isKept ? bytes : []), "\(name)")
        }
    }

    @Test("The profile of a WebP comes along", .enabled(if: Programs.webp && Tool.path(of: "webpmux") != nil))
    func webPProfile() throws {
        try writeWebP()
        try maker.sandbox.write("icc", Self.profile("RGB ", length: 3_144))
        try maker.run("webpmux", "-set", "icc", "icc", "o.webp", "-o", "p.webp")
        try maker.imageSet("p", [#""filename": "x.webp""#])
        try maker.write("p.imageset/x.webp", try maker.sandbox.read("p.webp"))
        try maker.importAll().check("p", are: .changed)
        #expect(
            try Self.profile(of: "\(maker.project)/assets/p.png") == Self.profile("RGB ", length: 3_144))
    }

    /// Returns a PNG's profile as Python's zlib inflates it, without bytes if there is none. Checks all CRCs.
    private static func profile(of png: String) throws -> [UInt8] {
        let script = """
            import sys, zlib
            data, at, names = open(sys.argv[1], "rb").read(), 8, []
            while at < len(data):
                length = int.from_bytes(data[at:at + 4], "big")
                chunk = data[at + 4:at + 8 + length]
                assert zlib.crc32(chunk) == int.from_bytes(data[at + 8 + length:at + 12 + length], "big")
                names.append(chunk[:4])
                if chunk[:4] == b"iCCP":
                    name, rest = chunk[4:].split(b"\\0", 1)
                    assert 0 < len(name) < 80 and rest[0] == 0
                    print(zlib.decompress(rest[1:]).hex())
                at += 12 + length
            assert not (b"iCCP" in names and b"sRGB" in names)
            """
        let result = try Tool.run(try #require(Tool.python), ["-c", script, png], in: "/")
        #expect(result.status == 0, "\(result)")
        let digits = Array(result.output.utf8.dropLast(result.output.isEmpty ? 0 : 1))
        return stride(from: 0, to: digits.count, by: 2).compactMap {
            UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)
        }
    }

    private static func redSide(of png: [UInt8]) throws -> String {
        var rows: [[UInt8]] = []
        var reader = try PixelReader(png, limits: ProjectLimits())
        try reader.forEachRow { row in if case .eight(let samples) = row { rows.append(Array(samples)) } }
        func isRed(_ row: Int, _ column: Int) -> Bool { rows[row][column * 4] > 128 }
        let last = (row: rows.count - 1, column: rows[0].count / 4 - 1)
        return switch (isRed(0, 0), isRed(0, last.column), isRed(last.row, 0)) {
        case (true, true, false): "top"
        case (false, false, true): "bottom"
        case (true, false, true): "left"
        case (false, true, false): "right"
        default: "none"
        }
    }
}
