import TestSupport
import Testing
import ThemePackager
import ThemeModel
import ThemeProject

@Suite("Bad images")
struct BadImageTests {
    static let sound = PNGFile(44, 22, shade: 0x80)
    static let rows = PNGFile.rows(44, 22, shade: 0x80)

    static func data(_ bytes: [UInt8]) -> [UInt8] { sound.changing("IDAT") { $0.data = bytes }.bytes }

    static let sizes: [BadInput] = [
        .image("one pixel too wide", .imageDimensions, PNGFile(45, 22).bytes),
        .image("one pixel too high", .imageDimensions, PNGFile(44, 23).bytes),
        .image("exported at twice the scale", .imageDimensions, PNGFile(88, 44).bytes),
        BadInput("no default", .imageDefaultMissing, at: "themes/year/common/year_bottun.png") {
            $0.files["themes/year/common/year_bottun.png"] = sound.bytes
        },
        BadInput(
            "no default of that size at any scale", .imageDimensions, at: "themes/year/common/year_button@4x.png"
        ) { $0.files["themes/year/common/year_button@4x.png"] = PNGFile(10, 10).bytes },
    ]

    /// Damage that the first 4 KiB show.
    static let damagedHeads: [(String, [UInt8])] = {
        let large = PNGFile(300, 300, seed: 7)
        func sealed(_ at: Int, _ value: UInt8) -> [UInt8] {
            large.changing("IHDR") { $0.data[at] = value }.bytes
        }
        var crc = large.bytes
        crc[30] ^= 1
        var size = large.bytes
        size[19] ^= 4
        let text = large.inserting(.init("tEXt", [65, 0, 65]), before: "IDAT").bytes
        var textCRC = text
        textCRC[33 + 8 + 3] ^= 1
        let small = PNGFile(8, 8)
        return [
            ("the CRC of IHDR", crc), ("a width without its CRC", size), ("a depth that does not exist", sealed(8, 3)),
            ("a color type that does not exist", sealed(9, 5)), ("a compression that does not exist", sealed(10, 1)),
            ("a filter that does not exist", sealed(11, 1)), ("an interlacing that does not exist", sealed(12, 2)),
            ("no width", large.changing("IHDR") { $0.data.replaceSubrange(0..<4, with: [0, 0, 0, 0]) }.bytes),
            ("the CRC of a text", textCRC), ("a whole file without IEND", Array(small.bytes.dropLast(12))),
            ("a whole file that is cut", Array(small.bytes.dropLast(1))),
        ]
    }()

    // By number, because Swift Testing prints arguments: hundreds of thousands of bytes.
    @Test(
        "A default whose head is damaged is an error of a build that compares with it",
        arguments: damagedHeads.indices)
    func damagedDefault(_ number: Int) throws {
        let (name, bytes) = Self.damagedHeads[number]
        let project = ProjectFiles.sound.with { project in
            project.files["assets/common/button.png"] = bytes
            let size = (try? PNGStructure(bytes))?.size
            project.files["themes/year/common/year_button.png"] =
                PNGFile(Int(size?.width ?? 1), Int(size?.height ?? 1), shade: 3).bytes
        }
        let findings = try project.verify(.folders(["year"])).filter { $0.severity == .error }
        #expect(
            findings.contains { $0.rule == .imageCorrupt && $0.path == "assets/common/button.png" && $0.hint != nil },
            "\(name): \(findings.map(\.line))")
        let all = try project.verify().filter { $0.path == "assets/common/button.png" }
        #expect(all.contains { $0.rule == .imageCorrupt }, "the full check agrees, \(name): \(all.map(\.line))")
    }

    @Test("A sound head is no error, whatever follows it")
    func soundHead() throws {
        var cut = PNGFile(300, 300, seed: 7).bytes
        cut.removeLast(20)
        for bytes in [cut, PNGFile(300, 300, seed: 7).bytes, PNGFile(8, 8).bytes] {
            let findings = try ProjectFiles.sound.with { $0.files["assets/common/x.png"] = bytes }
                .verify(.folders(["year"]))
            #expect(findings.map(\.line) == [])
        }
    }

    static let damages: [BadInput] = [
        .image("empty", .imageCorrupt, []),
        .image("nothing but the signature", .imageCorrupt, PNGFile.signature),
        .damage("zlib header broken", data([0x79, 0x01] + PNGFile.zlib(rows).dropFirst(2))),
        .damage(
            "zlib block type reserved",
            data([0x78, 0x01, 0x07] + PNGFile.zlib(rows).dropFirst(3))),
        .damage(
            "stored block's length broken",
            data([0x78, 0x01, 0x01, 0, 0, 0, 0] + PNGFile.zlib(rows).dropFirst(7))),
        .damage("zlib checksum wrong", data(PNGFile.zlib(rows).dropLast() + [0x99])),
        .damage("zlib stream cut", data(PNGFile.zlib(rows).dropLast(20))),
        .damage("a row too few", data(PNGFile.zlib(PNGFile.rows(44, 21)))),
        .damage("half a row too few", data(PNGFile.zlib(rows.dropLast(80)))),
        .damage("no row at all", data(PNGFile.zlib([]))),
        .damage(
            "bad filter byte in the first row",
            data(PNGFile.zlib([5] + rows.dropFirst()))),
        .damage(
            "bad filter byte in the last row",
            data(PNGFile.zlib(rows.dropLast(177) + [255] + rows.suffix(176)))),
        .damage("empty IDAT", data([])),
        .damage(
            "no IDAT",
            PNGFile(chunks: sound.chunks.filter { $0.type != "IDAT" }).bytes),
        .image("no IEND", .imageCorrupt, PNGFile(chunks: sound.chunks.dropLast()).bytes),
        .damage("IEND first", sound.inserting(.init("IEND"), before: "IDAT").bytes),
        .image("no IHDR", .imageCorrupt, PNGFile(chunks: Array(sound.chunks.dropFirst())).bytes),
        .image("IHDR of 12 bytes", .imageCorrupt, sound.changing("IHDR") { $0.data.removeLast() }.bytes),
        .damage("two IHDR", sound.inserting(PNGFile.header(44, 22), before: "IDAT").bytes),
        .damage(
            "image data in two places",
            PNGFile(chunks: [
                PNGFile.header(44, 22), .init("IDAT", Array(PNGFile.zlib(rows).prefix(100))),
                .init("tEXt", Array("a\0b".utf8)),
                .init("IDAT", Array(PNGFile.zlib(rows).dropFirst(100))), .init("IEND"),
            ]).bytes),
        .damage(
            "unknown critical chunk",
            sound.inserting(.init("ABCD"), before: "IDAT").bytes),
        .damage(
            "palette without PLTE",
            PNGFile(chunks: PNGFile(44, 22, .palette).chunks.filter { $0.type != "PLTE" }).bytes),
        .damage("bit depth 3", sound.changing("IHDR") { $0.data[8] = 3 }.bytes),
        .damage("color type 5", sound.changing("IHDR") { $0.data[9] = 5 }.bytes),
        .damage("compression method 1", sound.changing("IHDR") { $0.data[10] = 1 }.bytes),
        .damage("filter method 1", sound.changing("IHDR") { $0.data[11] = 1 }.bytes),
        .damage("interlace method 2", sound.changing("IHDR") { $0.data[12] = 2 }.bytes),
        .image("width zero", .imageCorrupt, sound.changing("IHDR") { $0 = PNGFile.header(0, 22) }.bytes),
        .image("height zero", .imageCorrupt, sound.changing("IHDR") { $0 = PNGFile.header(44, 0) }.bytes),
        .damage(
            "chunk longer than the file",
            PNGFile.signature + PNGFile.header(44, 22).bytes + [0xFF, 0xFF, 0xFF, 0xFF] + Array("IDAT".utf8)),
    ]

    /// Every decoder skips these bytes.
    static let trailingData: [BadInput] = [
        .image(
            "a row too many", .imageTrailingData,
            data(PNGFile.zlib(PNGFile.rows(44, 23, shade: 0x80)))),
        .image(
            "a byte too many", .imageTrailingData,
            data(PNGFile.zlib(rows + [0]))),
        .image(
            "bytes after the zlib stream", .imageTrailingData,
            data(PNGFile.zlib(rows) + [0, 0, 0])),
        .image(
            "a second IDAT after the stream", .imageTrailingData,
            sound.inserting(.init("IDAT", [1, 2, 3, 4, 5]), before: "IEND").bytes),
        .image("bytes after IEND", .imageTrailingData, sound.bytes + [0]),
        .image("a second PNG after the first", .imageTrailingData, sound.bytes + sound.bytes),
        .image(
            "all of these", .imageTrailingData,
            data(PNGFile.zlib(rows + [UInt8](repeating: 0, count: 9)) + [1, 2, 3, 4, 5])),
    ]

    static let excesses: [BadInput] = [
        (16_385, 1), (1, 16_385), (60_000, 60_000), (16_384, 4_097), (0x7FFF_FFFF, 1), (0xFFFF_FFFF, 0xFFFF_FFFF),
    ].map { width, height in
        .image(
            "header of \(width)x\(height)", .imageLimits,
            sound.changing("IHDR") { $0 = PNGFile.header(width, height) }.bytes)
    }

    private static let magics: [(name: String, bytes: [UInt8])] = [
        ("JPEG", [0xFF, 0xD8, 0xFF, 0xE0, 0, 16]), ("GIF", Array("GIF89a".utf8)),
        ("WebP", Array("RIFF\0\0\0\0WEBPVP8 ".utf8)), ("little-endian TIFF", [0x49, 0x49, 0x2A, 0]),
        ("big-endian TIFF", [0x4D, 0x4D, 0, 0x2A]), ("PDF", Array("%PDF-1.7".utf8)), ("BMP", Array("BM\0\0".utf8)),
        ("HEIC", Array("\0\0\0\u{18}ftypheic".utf8)), ("SVG", Array("<svg xmlns=''/>".utf8)),
        ("zip archive", Array("PK\u{3}\u{4}".utf8)), ("Photoshop file", Array("8BPS".utf8)),
        ("text", Array("hello".utf8)), ("PNG, with a wrong byte", [0x89, 0x50, 0x4E, 0x47, 0x0B, 0x1A, 0x0A, 0, 0]),
    ]
    static let formats: [BadInput] =
        magics.map { .image("magic of a \($0.name)", .imageFormat, $0.bytes) } + [
            .image(
                "Apple's CgBI", .imageFormat,
                sound.inserting(.init("CgBI", [0x50, 0, 0x20, 2]), before: "IHDR").bytes)
        ]

    @Test(
        "One finding names the file and says how to fix it",
        arguments: sizes + damages + trailingData + excesses + formats)
    func findings(_ input: BadInput) throws { try input.check(in: "images") }

    @Test(
        "A damaged default is found when the default theme is verified",
        arguments: damages + trailingData + excesses + formats
    )
    func defaults(_ input: BadInput) throws {
        let bytes = ProjectFiles.sound.with(input.spoil).files[BadInput.imagePath]
        let findings = try ProjectFiles.sound.with { $0.files["assets/common/button.png"] = bytes }.verify()
        let found = findings.filter { $0.path == "assets/common/button.png" && $0.severity == .error }
        #expect(found.map(\.rule) == [input.rule], "\(findings.map(\.line))")
        #expect(found.first?.theme == "default")
    }

    /// An image with a chunk of every kind that libpng treats differently.
    static let rich = PNGFile(5, 3, .palette, depth: 2)
        .inserting(.init("gAMA", PNGFile.bigEndian(45_455)), before: "PLTE")
        .inserting(.init("tRNS", [0, 255]), before: "IDAT")
        .inserting(.init("tEXt", Array("Title\0x".utf8)), before: "IEND")

    private func verify(_ themed: [UInt8]) throws -> [Finding] {
        var project = ProjectFiles.sound
        project.files = project.files.filter { !$0.key.hasSuffix("x.png") }
        project.files["assets/common/button.png"] =
            PNGFile(5, 3, .palette, depth: 2, shade: 0x55)
            .inserting(.init("tRNS", [0, 255]), before: "IDAT").bytes
        project.files[BadInput.imagePath] = themed
        return try project.verify(.folders(["year"]))
    }

    @Test("A truncated PNG is damaged")
    func cuts() throws {
        let bytes = Self.rich.bytes
        #expect(try verify(bytes).isEmpty)
        for count in 0..<bytes.count {
            let findings = try verify(Array(bytes.prefix(count)))
            #expect(findings.map(\.rule) == [.imageCorrupt], "cut to \(count) bytes: \(findings.map(\.line))")
            #expect(findings.first?.path == BadInput.imagePath)
        }
    }

    @Test("A wrong CRC is found in every chunk", arguments: rich.chunks.indices)
    func checksums(_ index: Int) throws {
        var image = Self.rich
        let right = PNGFile.crc32(Array(image.chunks[index].type.utf8) + image.chunks[index].data)
        image.chunks[index].crc = right ^ 0x8000_0000
        #expect(try verify(image.bytes).map(\.rule) == [.imageCorrupt], "\(image.chunks[index].type)")
        image.chunks[index].crc = right
        #expect(try verify(image.bytes).isEmpty)
    }

    @Test("A flipped bit is damage, a limit, another format, or another image")
    func flips() throws {
        let bytes = Self.rich.bytes
        for offset in bytes.indices {
            var broken = bytes
            broken[offset] ^= 1 << UInt8(offset % 8)
            #expect(try verify(broken).contains { $0.severity == .error }, "byte \(offset)")
        }
    }

    /// Ten megabytes that would inflate to 1.6 GB.
    static let bomb = PNGFile.zlibBomb(byteCount: 10 << 20)

    @Test(
        "A small file that inflates to gigabytes is rejected at once", .timeLimit(.minutes(10)),
        arguments: ["IDAT", "IDAT in many chunks", "zTXt", "iTXt", "iCCP"])
    func bombs(_ place: String) throws {
        let tiny = PNGFile(1, 1)
        let image =
            switch place {
            case "IDAT": tiny.changing("IDAT") { $0.data = Self.bomb }
            case "zTXt": tiny.inserting(.init("zTXt", Array("Comment\0\0".utf8) + Self.bomb), before: "IDAT")
            case "iTXt": tiny.inserting(.init("iTXt", Array("Comment\0\u{1}\0\0\0".utf8) + Self.bomb), before: "IDAT")
            case "iCCP": tiny.inserting(.init("iCCP", Array("Profile\0\0".utf8) + Self.bomb), before: "IDAT")
            default:
                PNGFile(
                    chunks: [PNGFile.header(1, 1)]
                        + stride(from: 0, to: Self.bomb.count, by: 8192).map {
                            .init("IDAT", Array(Self.bomb[$0..<min($0 + 8192, Self.bomb.count)]))
                        } + [.init("IEND")])
            }
        let bytes = image.bytes
        var project = ProjectFiles.sound
        project.files = project.files.filter { !$0.key.hasSuffix("x.png") }
        project.files["assets/common/button.png"] = PNGFile(1, 1, shade: 1).bytes
        project.files[BadInput.imagePath] = bytes
        let build = ProjectRun(
            of: try Project(at: ProjectFiles.root, in: project.memory), .folders(["year"]), jobs: 1)
        let (findings, loops) = try measuringLoops { try build.verify().findings }
        #expect(loops < 10)
        #expect(findings.count == 1 && findings.allSatisfy { $0.severity == .error }, "\(findings.map(\.line))")
        #expect([.imageCorrupt, .imageLimits].contains(findings.first?.rule))
    }

    @Test("A file larger than the limit is not read")
    func large() throws {
        let project = ProjectFiles.sound.with { project in
            project["themepack.json"] = #"{"limits": {"imageBytes": 1000}}"#
        }
        let findings = try project.verify(.folders(["year"]))
        #expect(findings.allSatisfy { $0.rule == .imageLimits }, "\(findings.map(\.line))")
        let finding = findings.first { $0.path == BadInput.imagePath }
        #expect(try Sentences.mismatch(finding?.sentence, of: "a file larger than the limit", in: "images") == nil)
    }
}
