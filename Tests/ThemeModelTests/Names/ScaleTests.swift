import Testing
import ThemeModel

@Suite("Scales and sizes")
struct ScaleTests {
    @Test("Scales go from 1 to 9", arguments: -1...11)
    func range(_ factor: Int) {
        #expect((Scale(factor) != nil) == (1...9).contains(factor))
    }

    @Test(
        "The best scale is the same, else the next larger, else the largest",
        arguments: [
            (1, [1, 2, 3], 1), (2, [1, 2, 3], 2), (2, [1, 3], 3), (1, [2, 3], 2), (3, [1, 2], 2), (9, [1], 1),
            (1, [3], 3),
            (4, [1, 2, 3, 5], 5),
        ])
    func best(_ wanted: Int, _ available: [Int], _ served: Int) throws {
        let wanted = try #require(Scale(wanted))
        #expect(wanted.best(of: available.compactMap(Scale.init)) == Scale(served))
        #expect(wanted.best(of: []) == nil)
    }

    @Test(
        "Sizes at two scales agree if they differ by less than a point",
        arguments: [
            (44, 1, 88, 2, true), (44, 1, 87, 2, true), (44, 1, 89, 2, true), (44, 1, 90, 2, false),
            (44, 1, 86, 2, false),
            (45, 1, 133, 3, true), (88, 2, 132, 3, true), (88, 2, 88, 2, true), (88, 2, 89, 2, false),
            (1, 1, 9, 9, true),
            (4_294_967_295, 1, 4_294_967_295, 9, false),
        ] as [(UInt32, Int, UInt32, Int, Bool)])
    func agreement(_ width: UInt32, _ scale: Int, _ other: UInt32, _ otherScale: Int, agrees: Bool) throws {
        let (left, right) = (try #require(Scale(scale)), try #require(Scale(otherScale)))
        let (own, foreign) = (PixelSize(width: width, height: 1), PixelSize(width: other, height: 1))
        let tall = (PixelSize(width: 1, height: width), PixelSize(width: 1, height: other))
        if left == right {
            #expect(own.agrees(at: left, with: foreign, at: right) == agrees)
        } else {
            // The height is one point at both scales, so the width decides.
            let own = PixelSize(width: width, height: UInt32(scale))
            let foreign = PixelSize(width: other, height: UInt32(otherScale))
            #expect(own.agrees(at: left, with: foreign, at: right) == agrees)
            #expect(foreign.agrees(at: right, with: own, at: left) == agrees)
        }
        #expect(tall.0.description == "1x\(width)" && tall.1.description == "1x\(other)")
    }
}
