import Foundation
import TestSupport
import Testing
import ThemePackager
import ThemeProject

@Suite("Decoded pixels")
struct PixelReaderTests {
    static let allKinds: [(PNGFile.ColorType, Int)] = PNGFile.ColorType.allCases.flatMap { type in
        type.bitDepths.map { (type, $0) }
    }

    static func pixels(_ bytes: [UInt8]) throws -> [SIMD4<UInt16>] {
        var reader = try PixelReader(bytes, limits: ProjectLimits())
        var pixels: [SIMD4<UInt16>] = []
        try reader.forEachRow { row in pixels += (0..<row.count).map { row[$0] } }
        return pixels
    }

    @Test("Every color type and depth becomes RGBA, interlaced or not", arguments: allKinds, [false, true])
    func kinds(_ kind: (PNGFile.ColorType, Int), interlaced: Bool) throws {
        for (width, height) in [(1, 1), (7, 5), (33, 9), (2, 17)] {
            let grid = PixelGrid(width, height, kind.0, depth: kind.1, seed: 7)
            let bytes = grid.png(interlaced: interlaced).bytes
            #expect(try Self.pixels(bytes) == grid.pixels, "\(width)x\(height)")
            let format = try PixelReader(bytes, limits: ProjectLimits()).format
            #expect(format.colorType.rawValue == kind.0.rawValue && format.bitDepth == kind.1)
            #expect(format.isInterlaced == interlaced && format.hasAlpha == (kind.0 == .rgba || kind.0 == .grayAlpha))
        }
    }

    @Test("tRNS becomes alpha", arguments: allKinds.filter { $0.0 != .rgba && $0.0 != .grayAlpha }, [false, true])
    func transparency(_ kind: (PNGFile.ColorType, Int), interlaced: Bool) throws {
        var grid = PixelGrid(9, 7, kind.0, depth: kind.1, seed: 3)
        grid.transparency =
            kind.0 == .palette
            ? (0..<1 << kind.1).map { UInt8(truncatingIfNeeded: $0 * 37) }
            : grid.samples.prefix(kind.0.channels).flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
        let bytes = grid.png(interlaced: interlaced).bytes
        #expect(try Self.pixels(bytes) == grid.pixels)
        #expect(grid.pixels.contains { $0.w != .max })
        #expect(try PixelReader(bytes, limits: ProjectLimits()).format.hasAlpha)
    }

    @Test("Gamma and color profiles change no pixel")
    func gamma() throws {
        let grid = PixelGrid(5, 5, seed: 1)
        let image = grid.png().inserting(.init("gAMA", [0, 0, 0x27, 0x10]), before: "IDAT")
        #expect(try Self.pixels(image.bytes) == grid.pixels)
    }

    @Test("Damage is an error after the sound rows, never a trap", arguments: [false, true])
    func damage(interlaced: Bool) throws {
        let sound = PixelGrid(40, 30, seed: 2).png(interlaced: interlaced).bytes
        for position in stride(from: 0, to: sound.count, by: 7) {
            var bytes = sound
            bytes[position] ^= 0x41
            #expect(throws: ImageError.self, "changed at \(position)") { _ = try Self.pixels(bytes) }
            #expect(throws: ImageError.self, "cut at \(position)") { _ = try Self.pixels(Array(sound[..<position])) }
        }
        #expect(try Self.pixels(sound + [0]) == Self.pixels(sound))
        #expect(throws: ImageError.self) { _ = try Self.pixels(Array("GIF89a".utf8)) }
    }

    @Test("After an error there are no more rows")
    func afterError() throws {
        var bytes = PixelGrid(40, 30, seed: 2).png().bytes
        bytes[bytes.count / 2] ^= 1
        var reader = try PixelReader(bytes, limits: ProjectLimits())
        #expect(throws: ImageError.self) { try reader.forEachRow { _ in } }
        #expect(try reader.readRow() == false)
    }

    @Test("Limits apply before rows are allocated")
    func limits() throws {
        var limits = ProjectLimits()
        limits.imagePixels = 99
        let bytes = PixelGrid(10, 10, seed: 1).png().bytes
        let error = #expect(throws: ImageError.self) { _ = try PixelReader(bytes, limits: limits) }
        #expect(error?.rule == .imageLimits)
        let bomb = PNGFile(chunks: [
            PNGFile.header(2, 2), .init("IDAT", PNGFile.zlibBomb(byteCount: 1 << 20)), .init("IEND"),
        ])
        #expect(throws: ImageError.self) { _ = try Self.pixels(bomb.bytes) }
    }

    private static let script = """
        import sys, PIL.Image
        for path in sys.argv[1:]: print(PIL.Image.open(path).convert('RGBA').tobytes().hex())
        """

    @Test(
        "Pillow decodes the same pixels", .enabled(if: Tool.pythonHas("PIL"), "Pillow is not installed"),
        arguments: [false, true])
    func pillow(interlaced: Bool) throws {
        let sandbox = try Sandbox()
        var files: [(path: String, pixels: String)] = []
        // Pillow keeps only 8 of 16 bits.
        for (type, depth) in Self.allKinds where depth <= 8 {
            var grid = PixelGrid(13, 11, type, depth: depth, seed: 11)
            if type == .palette { grid.transparency = Array([0, 77].prefix(1 << depth)) }
            let bytes = grid.png(interlaced: interlaced).bytes
            try sandbox.write("\(type)-\(depth).png", bytes)
            let hex = try Self.pixels(bytes).map { pixel in
                (0..<4).map { String(format: "%02x", pixel[$0] >> 8) }.joined()
            }
            files.append(("\(sandbox.path)/\(type)-\(depth).png", hex.joined()))
        }
        let result = try Tool.run(try #require(Tool.python), ["-c", Self.script] + files.map(\.path))
        #expect(result.status == 0, "\(result.errors)")
        let lines = result.output.split(separator: "\n")
        #expect(lines.count == files.count)
        for (line, file) in zip(lines, files) { #expect(line == file.pixels, "\(file.path)") }
    }
}
