import Testing

@testable import ThemeModel

@Suite("Pixel sizes")
struct PixelSizeTests {
    @Test(
        "A size at another scale has whole pixels, or does not exist",
        arguments: [
            (28, 1, 56, 2), (56, 2, 28, 1), (56, 2, 84, 3), (57, 2, nil, 3), (UInt32.max, 1, nil, 2), (3, 3, 1, 1),
        ] as [(UInt32, UInt8, UInt32?, UInt8)])
    func resized(_ side: UInt32, _ scale: UInt8, _ expected: UInt32?, _ other: UInt8) throws {
        let size = PixelSize(width: side, height: 0)
            .resized(from: try #require(Scale(Int(scale))), to: try #require(Scale(Int(other))))
        #expect(size == expected.map { PixelSize(width: $0, height: 0) })
    }
}
