import TestSupport
import Testing
import ThemeModel
import ThemeProject

@testable import ThemePackager

/// An image is more than its pixels: color space, frames and orientation show, and metadata takes room.
@Suite("Images beside their pixels")
struct ShownImageTests {
    private static let button = "themes/year/common/year_button.png"
    private static let defaultButton = "assets/common/button.png"

    private static func verify(
        _ image: PNGFile, _ defaultImage: PNGFile? = nil, limits: String = "{}"
    ) throws -> [Finding] {
        try ProjectFiles.sound.with {
            $0.files[button] = image.bytes
            if let defaultImage { $0.files[defaultButton] = defaultImage.bytes }
            $0["themepack.json"] = "{\"limits\": \(limits)}"
        }.verify()
    }

    private static func chunk(_ type: String, _ numbers: UInt32...) -> PNGFile.Chunk {
        PNGFile.Chunk(type, numbers.flatMap(PNGFile.bigEndian))
    }

    static let chunks: [(name: String, chunk: PNGFile.Chunk, isSame: Bool)] = [
        ("another gamma", chunk("gAMA", 100_000), false),
        ("sRGB's gamma", chunk("gAMA", 45_455), true),
        ("wider primaries", chunk("cHRM", 31_270, 32_900, 68_000, 32_000, 26_500, 69_000, 15_000, 6_000), false),
        ("sRGB's primaries", chunk("cHRM", 31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6_000), true),
        ("a color profile", PNGFile.Chunk("iCCP", [0x50, 0, 0] + PNGFile.zlib([1, 2, 3])), false),
        ("Display P3", PNGFile.Chunk("cICP", [12, 13, 0, 1]), false),
        ("sRGB, perceptual", PNGFile.Chunk("sRGB", [0]), true),
        ("sRGB, saturation", PNGFile.Chunk("sRGB", [2]), false),
        ("an animation", chunk("acTL", 2, 0), false),
        ("text", PNGFile.Chunk("tEXt", Array("Title\0button".utf8)), true),
        ("the size of pixels", PNGFile.Chunk("pHYs", [0, 0, 11, 19, 0, 0, 11, 19, 1]), true),
    ]

    @Test("An image with its default's pixels is the same if it is shown the same", arguments: chunks.indices)
    func identical(_ number: Int) throws {
        let (name, chunk, isSame) = Self.chunks[number]
        let image = PNGFile(44, 22, seed: 5)
        for (themed, original) in [
            (image.inserting(chunk, before: "IDAT"), image), (image, image.inserting(chunk, before: "IDAT")),
        ] {
            let rules = try Self.verify(themed, original).filter { $0.path == Self.button }.map(\.rule)
            #expect(rules == (isSame ? [.imageIdentical] : []), "\(name)")
        }
    }

    /// An eXIf chunk with one entry before the orientation.
    private static func exif(_ orientation: UInt8, isLittleEndian: Bool) -> PNGFile.Chunk {
        func number(_ number: Int, _ count: Int) -> [UInt8] {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
            return isLittleEndian ? bytes : bytes.reversed()
        }
        var bytes: [UInt8] = isLittleEndian ? [0x49, 0x49, 0x2A, 0] : [0x4D, 0x4D, 0, 0x2A]
        bytes += number(8, 4) + number(2, 2)
        for (tag, value) in [(0x0100, 44), (0x0112, Int(orientation))] {
            bytes += number(tag, 2) + number(3, 2)
            bytes += number(1, 4) + number(value, 2) + [0, 0]
        }
        return PNGFile.Chunk("eXIf", bytes + number(0, 4))
    }

    @Test(
        "An image that is turned by its metadata is a warning, on either side", arguments: 0...9 as ClosedRange<UInt8>)
    func orientation(_ orientation: UInt8) throws {
        for isLittleEndian in [true, false] {
            let turned = PNGFile(44, 22, seed: 5).inserting(
                Self.exif(orientation, isLittleEndian: isLittleEndian), before: "IDAT")
            let findings = try Self.verify(turned, turned).filter { $0.rule != .imageIdentical }
            let isTurned = (2...8).contains(orientation)
            #expect(findings.map(\.rule) == (isTurned ? [.imageOrientation, .imageOrientation] : []))
            #expect(findings.map(\.path) == (isTurned ? [Self.defaultButton, Self.button] : []))
            #expect(findings.allSatisfy { $0.severity == .warning })
        }
    }

    @Test("Metadata that is cut or points anywhere has no orientation")
    func brokenMetadata() throws {
        let whole = Self.exif(6, isLittleEndian: true).data
        for count in whole.indices.dropFirst(8) {
            _ = try Self.verify(PNGFile(44, 22).inserting(.init("eXIf", Array(whole[..<count])), before: "IDAT"))
        }
        for place in 4..<8 {
            for value: UInt8 in [0x7F, 0xFF] {
                var bytes = whole
                bytes[place] = value
                let image = PNGFile(44, 22).inserting(.init("eXIf", bytes), before: "IDAT")
                #expect(try Self.verify(image).allSatisfy { $0.rule != .imageOrientation })
            }
        }
    }

    @Test(
        "Large metadata is named with its size and a limit that lets it pass",
        arguments: ["eXIf", "prVW", "mkBF", "iTXt", "caBX"])
    func largeMetadata(_ type: String) throws {
        let head = type == "iTXt" ? Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) : []
        let chunk = PNGFile.Chunk(type, head + [UInt8](repeating: 0x41, count: 9_000_000))
        let image = PNGFile(44, 22, shade: 0x80).inserting(chunk, before: "IDAT")
        let finding = try #require(try Self.verify(image).first)
        #expect(finding.rule == .imageLimits && finding.path == Self.button && finding.actual == "\(chunk.data.count)")
        #expect(finding.hint?.contains("\"imageMetadataBytes\": \(chunk.data.count)") == true)
        #expect(try Self.verify(image, limits: "{\"imageMetadataBytes\": \(chunk.data.count)}").isEmpty)
    }

    static let kinds: [(name: String, bytes: [UInt8])] = [
        ("an AVIF", [0, 0, 0, 28] + Array("ftypavif\0\0\0\0avifmif1miaf".utf8)),
        ("an AVIF", [0, 0, 0, 28] + Array("ftypmif1\0\0\0\0mif1avifmiaf".utf8)),
        ("a HEIC", [0, 0, 0, 24] + Array("ftypheic\0\0\0\0mif1heic".utf8)),
        ("a HEIF", [0, 0, 0, 20] + Array("ftypmsf1\0\0\0\0iso8".utf8)),
        ("an AVIF", [0xFF, 0xFF, 0xFF, 0xFF] + Array("ftypavif".utf8)),
        ("a video", [0, 0, 0, 20] + Array("ftypisom\0\0\0\0mp41".utf8)),
        ("a JPEG XL", [0xFF, 0x0A, 0xFA, 0x1F]), ("a JPEG XL", [0, 0, 0, 12] + Array("JXL \r\n\u{87}\n".utf8)),
        ("an SVG", Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8)),
        ("an SVG", Array("\u{FEFF}<?xml version='1.0'?>\n<!-- drawn -->\n<!DOCTYPE svg>\n<svg width='4'/>".utf8)),
        ("a JSON file", Array("{\"images\": []}".utf8)), ("a JSON file", Array("\n[1]".utf8)),
        ("a PNG in Base64", Array("iVBORw0KGgoAAAANSUhEUg".utf8)),
        ("a data URL", Array("data:image/png;base64,iVB".utf8)),
    ]

    @Test("Other formats under the name of a PNG are named", arguments: kinds.indices)
    func otherFormats(_ number: Int) throws {
        let (name, bytes) = Self.kinds[number]
        let findings = try ProjectFiles.sound.with { $0.files[Self.button] = bytes }.verify()
        let finding = try #require(findings.first { $0.path == Self.button })
        #expect(finding.rule == .imageFormat && finding.message == "is named .png, but is \(name)")
    }

    @Test("An export that is trimmed to its drawing is told from one of another size")
    func trimmed() throws {
        let framed = PNGFile(44, 22) { x, y in [200, 10, 10, (4..<40).contains(x) && (3..<19).contains(y) ? 255 : 0] }
        for (width, height, isTrimmed) in [(36, 16, true), (36, 17, false), (40, 22, false)] {
            let findings = try Self.verify(PNGFile(width, height) { _, _ in [10, 10, 200, 255] }, framed)
            let finding = try #require(findings.first { $0.rule == .imageDimensions })
            #expect(finding.hint?.contains("transparent border") == (isTrimmed ? true : nil), "\(width)x\(height)")
        }
    }

    @Test("A default that lacks a scale between its others is told, if most of its folder has it")
    func scaleGap() throws {
        func findings(complete: Int, lacking scale: Int) throws -> [Finding] {
            try ProjectFiles.sound.with {
                for number in 0..<(complete + 1) {
                    for factor in 1...3 where number < complete || factor != scale {
                        let suffix = factor == 1 ? "" : "@\(factor)x"
                        $0.files["assets/icons/icon_\(number)\(suffix).png"] =
                            PNGFile(10 * factor, 10 * factor, shade: 0x40).bytes
                    }
                }
            }.verify()
        }
        let found = try findings(complete: 3, lacking: 2)
        #expect(found.map(\.rule) == [.imageScaleMissing] && found.first?.path == "assets/icons/icon_3.png")
        #expect(try findings(complete: 1, lacking: 2).isEmpty)
        for end in [1, 3] { #expect(try findings(complete: 3, lacking: end).isEmpty) }
    }
}
