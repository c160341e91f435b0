import TestSupport
import Testing
import ThemeProject

@testable import FuzzTargets
@testable import ThemePackager

/// At any cut, an image never differs from itself, and never equals another. Bytes that are not there show nothing.
@Suite("Cut images")
struct CutImageTests {
    /// An image of few colors, whose stream has codes of its own.
    private static func grid(_ width: Int, _ height: Int, _ type: PNGFile.ColorType, depth: Int = 8) -> PixelGrid {
        var grid = PixelGrid(width, height, type, depth: depth, seed: UInt64(width + height))
        grid.samples = grid.samples.map { $0 & 0x0F }
        return grid
    }

    /// - Parameter lengths: of the IDAT chunks, in turn; `nil` for a single one.
    private static func png(_ grid: PixelGrid, isFiltered: Bool = false, lengths: [Int]?) -> [UInt8] {
        var image = grid.png()
        let stream = InflateTarget.zlib(grid.rows(isFiltered: isFiltered), memoryLevel: 1)
        var parts: [PNGFile.Chunk] = []
        var rest = stream[...]
        while !rest.isEmpty {
            let length = lengths.map { $0[parts.count % $0.count] } ?? rest.count
            parts.append(.init("IDAT", Array(rest.prefix(length))))
            rest = rest.dropFirst(length)
        }
        image.chunks.removeAll { $0.type == "IDAT" }
        image.chunks.insert(contentsOf: parts, at: image.chunks.count - 1)
        return image.bytes
    }

    static let kinds: [(PNGFile.ColorType, depth: Int, width: Int, height: Int)] = [
        (.gray, 8, 1, 700), (.gray, 8, 2, 400), (.gray, 1, 8, 700), (.gray, 4, 3, 300), (.palette, 4, 17, 60),
        (.palette, 8, 5, 90), (.grayAlpha, 8, 3, 130), (.rgb, 8, 9, 40), (.rgba, 8, 1, 200), (.rgba, 8, 31, 17),
    ]

    @Test("Every part of an image shows what all of it shows", arguments: kinds.indices)
    func cuts(_ number: Int) throws {
        let (type, depth, width, height) = Self.kinds[number]
        var grid = Self.grid(width, height, type, depth: depth)
        if type == .palette { grid.transparency = [0, 128] }
        for isFiltered in [false, true] {
            for lengths in [nil, [5, 8], [1, 0, 40], [64]] as [[Int]?] {
                let bytes = Self.png(grid, isFiltered: isFiltered, lengths: lengths)
                let decoded = try PNGDecoder.decode(
                    PNGStructure(bytes), limits: ProjectLimits(), WorkBudget(), wantsGrid: false)
                let rows = try #require(decoded.rows)
                let start = try #require(decoded.content?.start)
                var known = 0
                for count in 0...bytes.count {
                    try PNGTarget.checkCut(count, of: bytes, rows, start: start)
                    if ImageStart(ofHead: Array(bytes.prefix(count))).checksum != nil { known += 1 }
                }
                #expect(known > 0)
            }
        }
    }

    @Test("No part of an image equals another one", arguments: kinds.indices)
    func others(_ number: Int) throws {
        let (type, depth, width, height) = Self.kinds[number]
        let grid = Self.grid(width, height, type, depth: depth)
        var other = grid
        other.samples[grid.samples.count - 1] ^= 1
        for lengths in [nil, [5, 8]] as [[Int]?] {
            let (bytes, others) = (Self.png(grid, lengths: lengths), Self.png(other, lengths: nil))
            let rows = try #require(InflatedRows(others, first: .max))
            let isSeen = InflatedRows(bytes, first: .max)?.isEqual(to: rows) == false
            #expect(isSeen == (grid.pixels != other.pixels))
            for count in 0...bytes.count where isSeen {
                let head = Array(bytes.prefix(count))
                #expect(InflatedRows(head, first: .max)?.isEqual(to: rows) != true, "cut to \(count) bytes")
                #expect(rows.isEqual(to: head) != true, "cut to \(count) bytes")
            }
        }
    }

    @Test("A copy in another encoding is found wherever the default's IDAT chunks end", arguments: [1, 2, 3, 8])
    func boundaries(width: Int) throws {
        let grid = Self.grid(width, 16_000 / (width + 1), .gray)
        let (copy, stream) = (grid.png().bytes, Self.png(grid, lengths: nil))
        #expect(stream.count > 4200)
        for end in 4080...4100 {
            // The signature and IHDR have 33 bytes, and a chunk has 12 in addition to its data.
            let bytes = Self.png(grid, lengths: [end - 33 - 12, stream.count])
            let findings = try ProjectFiles.sound.with { project in
                project.files["assets/common/logo.png"] = bytes
                project.files["themes/year/common/year_logo.png"] = copy
            }.verify(.folders(["year"]))
            #expect(findings.map(\.rule) == [.imageIdentical], "\(end): \(findings.map(\.line))")
        }
    }
}
