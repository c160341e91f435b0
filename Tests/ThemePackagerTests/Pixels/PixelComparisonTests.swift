import TestSupport
import Testing
import ThemeSystem
import ThemeModel
import ThemeProject

@testable import ThemePackager

@Suite("Comparing pixels")
struct PixelComparisonTests {
    static func compare(_ old: PixelGrid, _ new: PixelGrid, interlaced: Bool = false) throws -> PixelComparison {
        try #require(
            try PixelComparison(old.png().bytes, new.png(interlaced: interlaced).bytes, limits: ProjectLimits()))
    }

    /// Returns the difference of two pixels: the greatest of the premultiplied channels, from 0 to 1.
    private static func difference(_ left: SIMD4<UInt16>, _ right: SIMD4<UInt16>) -> Double {
        func premultiplied(_ pixel: SIMD4<UInt16>) -> SIMD4<Double> {
            let straight = SIMD4<Double>(pixel) / 65_535
            return SIMD4(straight.x * straight.w, straight.y * straight.w, straight.z * straight.w, straight.w)
        }
        let delta = premultiplied(left) - premultiplied(right)
        return (0..<4).map { abs(delta[$0]) }.max() ?? 0
    }

    @Test(
        "An image equals itself in any encoding: interlaced, 16 bit, RGBA",
        arguments: PixelReaderTests.allKinds, [false, true])
    func encodings(_ kind: (PNGFile.ColorType, Int), interlaced: Bool) throws {
        let grid = PixelGrid(12, 9, kind.0, depth: kind.1, seed: 5)
        #expect(try Self.compare(grid, grid, interlaced: interlaced).isEqual)
        let depth = kind.1 == 16 ? 16 : 8
        for wider in Set([depth, 16]) {
            var rgba = PixelGrid(12, 9, .rgba, depth: wider, seed: 0)
            rgba.samples = grid.pixels.flatMap { pixel in (0..<4).map { wider == 16 ? pixel[$0] : pixel[$0] >> 8 } }
            let comparison = try Self.compare(grid, rgba, interlaced: interlaced)
            #expect(comparison.isEqual && comparison.bounds == nil && comparison.greatest == 0, "\(wider)")
        }
    }

    @Test(
        "Equality needs no libpng for most images, and agrees with the comparison", arguments: PixelReaderTests.allKinds
    )
    func equality(_ kind: (PNGFile.ColorType, Int)) throws {
        for (width, height) in [(1, 1), (12, 9), (300, 20)] {
            let grid = PixelGrid(width, height, kind.0, depth: kind.1, seed: 5)
            var other = grid
            other.samples[other.samples.count - 1] ^= 1
            let images = [grid.png(), grid.png(isFiltered: true), other.png(), grid.png(interlaced: true)].map(\.bytes)
            for (one, two) in images.flatMap({ one in images.map { (one, $0) } }) {
                let isEqual = try #require(try PixelComparison(one, two, limits: ProjectLimits())).isEqual
                #expect(PixelComparison.areEqual(one, two, limits: ProjectLimits()) == isEqual)
                let isPlain = kind.1 < 16 && one != images[3] && two != images[3]
                #expect(InflatedRows(one, first: .max)?.isEqual(to: two) == (isPlain ? isEqual : nil))
                let digests = try [one, two].map { try PixelComparison.digest(of: $0, limits: ProjectLimits()) }
                #expect((digests[0] == digests[1]) == isEqual)
            }
            // Rows that are not there are not equal.
            #expect(!PixelComparison.areEqual(images[0], images[0].dropLast(20), limits: ProjectLimits()))
        }
    }

    @Test("The figures are those of a computation with premultiplied fractions", arguments: [8, 16], [8, 16])
    func figures(_ oldDepth: Int, _ newDepth: Int) throws {
        let old = PixelGrid(21, 13, depth: oldDepth, seed: 1)
        var new = PixelGrid(21, 13, depth: newDepth, seed: 0)
        new.samples = old.pixels.flatMap { pixel in (0..<4).map { newDepth == 16 ? pixel[$0] : pixel[$0] >> 8 } }
        var random = SeededRandom(seed: 4)
        for index in new.samples.indices where random.next() % 9 == 0 {
            new.samples[index] = newDepth == 16 ? .random(in: 0...65_535, using: &random) : .random(in: 0...255)
        }
        let differences = zip(old.pixels, new.pixels).map(Self.difference)
        let differing = differences.indices.filter { differences[$0] > 0 }
        let comparison = try Self.compare(old, new)
        #expect(comparison.pixelCount == 21 * 13 && comparison.differingPixels == differing.count)
        #expect(abs(comparison.greatest - (differences.max() ?? 0)) < 1e-12)
        #expect(abs(comparison.mean - differences.reduce(0, +) / Double(differences.count)) < 1e-12)
        let (columns, rows) = (differing.map { $0 % 21 }.sorted(), differing.map { $0 / 21 }.sorted())
        #expect(
            comparison.bounds
                == .init(columns: columns[0]...columns[columns.count - 1], rows: rows[0]...rows[rows.count - 1]))
    }

    @Test("The color of a transparent pixel does not count, that of any other does")
    func transparent() throws {
        var old = PixelGrid(2, 1, seed: 0)
        old.samples = [10, 20, 30, 0, 10, 20, 30, 1]
        var new = old
        new.samples[0] = 255
        #expect(try Self.compare(old, new).isEqual)
        new.samples[4] = 11
        let comparison = try Self.compare(old, new)
        #expect(comparison.differingPixels == 1 && comparison.greatest == 1 / 65_025)
        #expect(comparison.bounds == .init(columns: 1...1, rows: 0...0))
    }

    @Test("The comparison is symmetric")
    func symmetric() throws {
        for seed in 0..<5 {
            let (one, other) = (PixelGrid(9, 9, seed: UInt64(seed)), PixelGrid(9, 9, .rgb, seed: 50))
            #expect(try Self.compare(one, other) == Self.compare(other, one))
        }
    }

    @Test("Large interlaced images are compared on several threads, one pair at a time")
    func largeInterlaced() throws {
        let images = [0x00, 0x55].map { PNGFile(2048, 1100, .gray, depth: 1, shade: $0, interlaced: true).bytes }
        let comparisons = Workers.map(4, stride: 1, jobs: 4) { number in
            try? PixelComparison(images[number % 2], images[number % 2], limits: ProjectLimits())
        }
        #expect(comparisons.allSatisfy { $0?.isEqual == true && $0?.pixelCount == 2048 * 1100 })
    }

    @Test("Images of different sizes are not compared")
    func sizes() throws {
        let (one, other) = (PixelGrid(3, 2, seed: 1).png().bytes, PixelGrid(2, 3, seed: 1).png().bytes)
        #expect(try PixelComparison(one, other, limits: ProjectLimits()) == nil)
    }

    @Test("An error names the side that does not decode")
    func sides() throws {
        let sound = PixelGrid(20, 20, seed: 1).png().bytes
        let cut = Array(sound.dropLast(300))
        for (old, new, side) in [(cut, sound, PixelComparison.Failure.Side.old), (sound, cut, .new)] {
            let failure = #expect(throws: PixelComparison.Failure.self) {
                _ = try PixelComparison(old, new, limits: ProjectLimits())
            }
            #expect(failure?.side == side && failure?.error.rule == .imageCorrupt)
        }
    }
}
