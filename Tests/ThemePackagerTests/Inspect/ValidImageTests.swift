import TestSupport
import Testing
import ThemeProject

@Suite("Valid images")
struct ValidImageTests {
    static let allKinds: [(PNGFile.ColorType, Int)] = PNGFile.ColorType.allCases.flatMap { type in
        type.bitDepths.map { (type, $0) }
    }

    private func verify(_ plain: PNGFile, _ themed: PNGFile) throws -> [Finding] {
        var project = ProjectFiles.sound
        project.files = project.files.filter { !$0.key.hasSuffix("x.png") }
        project.files["assets/common/button.png"] = plain.bytes
        project.files[BadInput.imagePath] = themed.bytes
        return try project.verify()
    }

    @Test("Every color type and bit depth passes, interlaced or not", arguments: allKinds, [false, true])
    func kinds(_ kind: (PNGFile.ColorType, Int), interlaced: Bool) throws {
        for (width, height) in [(1, 1), (7, 5), (33, 9)] {
            let (type, depth) = kind
            let plain = PNGFile(width, height, type, depth: depth, shade: 0)
            let themed = PNGFile(width, height, type, depth: depth, shade: 0xFF, interlaced: interlaced)
            #expect(try verify(plain, themed).map(\.line) == [])
        }
    }

    @Test(
        "Other chunks beside the image data are accepted",
        arguments: [
            [
                PNGFile.Chunk("acTL", [0, 0, 0, 1, 0, 0, 0, 0]),
                PNGFile.Chunk("fcTL", [UInt8](repeating: 0, count: 26)),
            ],
            [PNGFile.Chunk("tEXt", Array("Software\0x".utf8))],
            [PNGFile.Chunk("zTXt", Array("a\0\0".utf8) + PNGFile.zlib([65]))],
            [PNGFile.Chunk("iCCP", Array("broken profile\0\0".utf8) + PNGFile.zlib([1, 2, 3]))],
            [PNGFile.Chunk("sRGB", [0])],
            [PNGFile.Chunk("pHYs", [0, 0, 0x2E, 0x23, 0, 0, 0x2E, 0x23, 1])],
            [PNGFile.Chunk("eXIf", Array("MM\0*".utf8))],
            [PNGFile.Chunk("prVt", [1, 2, 3])], [PNGFile.Chunk("gAMA", [0, 0, 0, 0])], [PNGFile.Chunk("tIME", [1])],
        ])
    func ancillary(_ chunks: [PNGFile.Chunk]) throws {
        var themed = PNGFile(7, 5, shade: 9)
        themed.chunks.insert(contentsOf: chunks, at: 1)
        if chunks[0].type == "acTL" {
            themed = themed.inserting(.init("fdAT", [0, 0, 0, 1] + PNGFile.zlib(PNGFile.rows(7, 5))), before: "IEND")
        }
        #expect(try verify(PNGFile(7, 5), themed).map(\.line) == [])
    }

    @Test(
        "tRNS gives gray, RGB and palette images an alpha channel",
        arguments: [
            (PNGFile.ColorType.gray, [0, 1] as [UInt8]), (.rgb, [0, 1, 0, 1, 0, 1]), (.palette, [0, 200, 255]),
        ])
    func transparency(_ type: PNGFile.ColorType, _ data: [UInt8]) throws {
        let themed = PNGFile(7, 5, type, shade: 1).inserting(.init("tRNS", data), before: "IDAT")
        #expect(try verify(PNGFile(7, 5, .rgba), themed).map(\.line) == [])
        #expect(try verify(PNGFile(7, 5, type, shade: 2), themed).map(\.rule) == [.imageAlpha])
    }

    @Test("Image data may be cut into chunks of any size", arguments: [1, 2, 7, 100])
    func chunks(_ size: Int) throws {
        let data = PNGFile.zlib(PNGFile.rows(7, 5, shade: 9))
        let pieces = stride(from: 0, to: data.count, by: size).map {
            PNGFile.Chunk("IDAT", Array(data[$0..<min($0 + size, data.count)]))
        }
        #expect(
            try verify(PNGFile(7, 5), PNGFile(chunks: [PNGFile.header(7, 5)] + pieces + [.init("IEND")])).map(\.line)
                == [])
    }
}
