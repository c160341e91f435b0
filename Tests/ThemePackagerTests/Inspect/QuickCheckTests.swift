import CPNGShim
import TestSupport
import Testing

/// The quick check may leave any image to libpng, but never accepts an image that libpng rejects.
@Suite("The quick check and libpng")
struct QuickCheckTests {
    private func quick(_ bytes: [UInt8]) -> Bool { png_shim_quick_check(bytes, bytes.count, 16_384, 16_384) == 1 }

    private func libpng(_ bytes: [UInt8]) -> Bool {
        var message = [CChar](repeating: 0, count: Int(PNG_SHIM_MESSAGE_SIZE))
        var trailing = png_shim_trailing_data()
        return png_shim_decode(bytes, bytes.count, 16_384, 16_384, &trailing, &message) == 1
            && trailing.after_end == 0 && trailing.after_stream == 0 && trailing.inflated == 0
    }

    @Test(
        "The quick check accepts most valid images, libpng all", arguments: ValidImageTests.allKinds, [false, true])
    func valid(_ kind: (PNGFile.ColorType, Int), interlaced: Bool) {
        let bytes = PNGFile(33, 9, kind.0, depth: kind.1, shade: 0, interlaced: interlaced).bytes
        #expect(libpng(bytes))
        #expect(quick(bytes))
    }

    @Test(
        "libpng accepts what the quick check accepts: every kind of damage",
        arguments: BadImageTests.damages + BadImageTests.trailingData)
    func damages(_ input: BadInput) {
        let bytes = ProjectFiles.sound.with(input.spoil).files[BadInput.imagePath] ?? []
        #expect(!libpng(bytes) && !quick(bytes))
    }

    @Test(
        "libpng accepts what the quick check accepts: changed bytes with valid CRCs",
        arguments: [false, true])
    func changes(interlaced: Bool) {
        for type in PNGFile.ColorType.allCases {
            let sound = PNGFile(9, 5, type, shade: 0x11, interlaced: interlaced)
            for (number, chunk) in sound.chunks.enumerated() {
                for offset in chunk.data.indices {
                    for mask in [1, 2, 0x80, 0xFF] as [UInt8] {
                        var image = sound
                        image.chunks[number].data[offset] ^= mask
                        let bytes = image.bytes
                        if quick(bytes) { #expect(libpng(bytes), "\(type) \(chunk.type) \(offset) \(mask)") }
                    }
                }
            }
        }
    }

    @Test("libpng accepts what the quick check accepts: truncated files and swapped bytes")
    func cuts() {
        let bytes = BadImageTests.rich.bytes
        for count in bytes.indices { #expect(!quick(Array(bytes.prefix(count)))) }
        for offset in bytes.indices.dropFirst() {
            var swapped = bytes
            swapped.swapAt(offset - 1, offset)
            if quick(swapped) { #expect(libpng(swapped), "\(offset)") }
        }
    }

    /// A stream that inflates to zeros, if it is accepted.
    struct Stream: CustomTestStringConvertible {
        let testDescription: String
        let count: Int
        let isSound: Bool
        let blocks: [DeflateBlock]

        init(_ description: String, _ count: Int, isSound: Bool, _ blocks: DeflateBlock...) {
            (testDescription, self.count, self.isSound, self.blocks) = (description, count, isSound, blocks)
        }
    }

    /// A literal 0, a match of three bytes and the end of the block, with codes of one, two and two bits.
    private static func block(
        literals: [Int: Int] = [0: 1, 256: 2, 257: 2], count: Int = 258, distances: [Int] = [1, 1],
        _ symbols: [DeflateBlock.Symbol] = [.literal(0), .literal(257), .distance(0), .literal(256)],
        _ change: (inout DeflateBlock) -> Void = { _ in }
    ) -> DeflateBlock {
        var block = DeflateBlock(literals: literals, count: count, distances: distances, symbols)
        change(&block)
        return block
    }

    private static func distances(_ count: Int, _ lengths: [Int: Int]) -> [Int] {
        (0..<count).map { lengths[$0] ?? 0 }
    }

    static let streams = [
        Stream("complete codes", 4, isSound: true, block()),
        Stream("286 literals and lengths", 4, isSound: true, block(count: 286)),
        Stream(
            "length symbol 285", 259, isSound: true,
            block(
                literals: [0: 1, 256: 2, 285: 2], count: 286, [.literal(0), .literal(285), .distance(0), .literal(256)])
        ),
        Stream("287 literals and lengths", 4, isSound: false, block(count: 287)),
        Stream(
            "length symbol 286", 259, isSound: false,
            block(
                literals: [0: 1, 256: 2, 286: 2], count: 288, [.literal(0), .literal(286), .distance(0), .literal(256)])
        ),
        Stream(
            "length symbol 286 of the fixed code", 259, isSound: false,
            block([.literal(0), .literal(286), .distance(0), .literal(256)]) { $0.type = 1 }),
        Stream("30 distances", 4, isSound: true, block(distances: distances(30, [0: 1, 29: 1]))),
        Stream("31 distances", 4, isSound: false, block(distances: distances(31, [0: 1, 30: 1]))),
        Stream("32 distances", 4, isSound: false, block(distances: distances(32, [0: 1, 31: 1]))),
        Stream("one distance, its code used", 4, isSound: true, block(distances: [1])),
        Stream(
            "one distance, the other code used", 4, isSound: false,
            block(distances: [1], [.literal(0), .literal(257), .bits([1]), .literal(256)])),
        Stream(
            "no distance, and a match", 4, isSound: false,
            block(distances: [0], [.literal(0), .literal(257), .bits([0]), .literal(256)])),
        Stream(
            "no distance, and no match", 2, isSound: true,
            block(distances: [0], [.literal(0), .literal(0), .literal(256)])),
        Stream(
            "a run of code lengths to the end", 4, isSound: true,
            block(distances: [1, 1, 0, 0, 0]) { $0.zerosAfter = 3 }),
        Stream(
            "a run of code lengths beyond the end", 4, isSound: false,
            block(distances: [1, 1, 0]) { $0.zerosAfter = 3 }),
        Stream(
            "codes that leave bits unused", 2, isSound: false,
            block(distances: [2, 2], [.literal(0), .literal(0), .literal(256)])),
        Stream(
            "a distance in front of the beginning", 4, isSound: false,
            block([.literal(0), .literal(257), .distance(1), .literal(256)])),
        Stream(
            "no end of the block", 4, isSound: false,
            block(literals: [0: 1, 257: 1], [.literal(0), .literal(257), .distance(0)])),
        Stream("two blocks", 8, isSound: true, block { $0.isLast = false }, block()),
        Stream(
            "a second block with 31 distances", 8, isSound: false, block { $0.isLast = false },
            block(distances: distances(31, [0: 1, 30: 1]))),
    ]

    @Test("The quick check accepts no code table that libpng rejects", arguments: streams)
    func codeTables(_ stream: Stream) {
        let zeros = [UInt8](repeating: 0, count: stream.count)
        let data = DeflateBlock.zlib(stream.blocks, inflated: zeros)
        let image = PNGFile(chunks: [
            PNGFile.header(UInt32(stream.count - 1), 1, .gray), PNGFile.Chunk("IDAT", data), PNGFile.Chunk("IEND"),
        ])
        #expect(libpng(image.bytes) == stream.isSound)
        #expect(quick(image.bytes) == stream.isSound)
    }
}
