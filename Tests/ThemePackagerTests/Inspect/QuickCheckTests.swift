import CPNGShim
import TestSupport
import Testing
import ThemeProject

@testable import FuzzTargets

/// The quick check may leave any image to libpng, but never accepts an image that libpng rejects.
@Suite("The quick check and libpng")
struct QuickCheckTests {
    private func quick(_ bytes: [UInt8]) -> Bool {
        png_shim_quick_look(bytes, bytes.count, 16_384, 16_384, nil, nil) == 1
    }

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
    func damages(_ input: BadInput) throws {
        let bytes = ProjectFiles.sound.with(input.spoil).files[BadInput.imagePath] ?? []
        #expect(!libpng(bytes) && !quick(bytes))
        try PNGTarget.check(bytes)
    }

    private static let gray = PNGFile.Chunk("tRNS", [0, 0x11])
    private static let color = PNGFile.Chunk("tRNS", [0, 0x11, 0, 0x11, 0, 0x11])
    private static let palette = PNGFile.Chunk("PLTE", [1, 2, 3])

    private static func image(
        _ type: PNGFile.ColorType, _ chunks: PNGFile.Chunk..., interlaced: Bool = false
    ) -> PNGFile {
        chunks.reduce(PNGFile(9, 5, type, shade: 0x11, interlaced: interlaced)) { $0.inserting($1, before: "IDAT") }
    }

    /// Images with a tRNS chunk that libpng leaves out.
    static let lostTransparency: [(String, PNGFile)] = [
        ("two", image(.gray, gray, .init("tRNS", [0, 1]))), ("a long one", image(.gray, color)),
        ("an empty one", image(.palette, .init("tRNS"))), ("beside an alpha channel", image(.rgba, color)),
        ("more alphas than colors", image(.palette, .init("tRNS", [UInt8](repeating: 9, count: 257)))),
        ("before a palette", image(.rgb, color, palette)),
        ("before the palette", PNGFile(9, 5, .palette, shade: 0x11).inserting(.init("tRNS", [0]), before: "PLTE")),
    ]

    @Test("A tRNS chunk that libpng leaves out is damage that names it", arguments: lostTransparency.indices)
    func lost(_ number: Int) throws {
        let (name, image) = Self.lostTransparency[number]
        #expect(!libpng(image.bytes) && !quick(image.bytes), "\(name)")
        try PNGTarget.check(image.bytes)
        let findings = try ProjectFiles.sound.with { $0.files[BadInput.imagePath] = image.bytes }
            .verify(.folders(["year"]))
        let damage = findings.filter { $0.rule == .imageCorrupt }
        #expect(damage.count == 1 && damage[0].message.contains("tRNS"), "\(name): \(findings.map(\.line))")
    }

    /// A tRNS chunk with a sample that no pixel can have, and chunks that libpng ignores with a warning.
    static let warnings: [(String, PNGFile)] =
        [
            ("gray out of range", image(.gray, .init("tRNS", [1, 0x11]))),
            ("gray out of range, interlaced", image(.gray, .init("tRNS", [1, 0x11]), interlaced: true)),
            ("red out of range", image(.rgb, .init("tRNS", [1, 0x11, 0, 0x11, 0, 0x11]))),
            ("PLTE and tRNS of gray", image(.gray, gray, palette)),
            ("a long PLTE", image(.rgb, .init("PLTE", [UInt8](repeating: 1, count: 771)))),
            (
                "indices beyond the palette", image(.palette).changing("PLTE") { $0.data = [1, 2, 3] }
            ),
            (
                "indices beyond the palette, interlaced",
                image(.palette, interlaced: true).changing("PLTE") { $0.data = [1, 2, 3] }
            ),
        ]

    @Test("What libpng only warns of is sound, with data after the image and without", arguments: warnings.indices)
    func warned(_ number: Int) throws {
        let (name, image) = Self.warnings[number]
        #expect(libpng(image.bytes), "\(name)")
        try PNGTarget.check(image.bytes)
        try PNGTarget.check(image.bytes + [0])
        for (bytes, rules) in [(image.bytes, []), (image.bytes + [0], [Rule.imageTrailingData])] {
            let findings = try ProjectFiles.sound.with { project in
                project.files["assets/common/other.png"] = image.bytes
                project.files["themes/year/common/year_other.png"] = bytes
            }.verify(.folders(["year"])).filter { $0.rule != .imageIdentical }
            #expect(findings.map(\.rule) == rules, "\(name): \(findings.map(\.line))")
        }
    }

    @Test("The same is said of every end, with its outputs only if it is sound", arguments: PNGEnding.all)
    func endings(_ ending: PNGEnding) throws {
        for type in PNGFile.ColorType.allCases {
            let bytes = ending.replacing(PNGFile(9, 5, type, shade: 0x11))
            try PNGTarget.check(bytes)
            // A second PLTE is damage only if the first one matters.
            if type != .palette { #expect(libpng(bytes) == (ending.verdict == .sound), "\(type)") }
        }
        let findings = try ProjectFiles.sound.with { project in
            project.files[BadInput.imagePath] = ending.replacing(BadImageTests.sound)
        }.verify(.folders(["year"]))
        let rules: [Rule] =
            switch ending.verdict {
            case .sound: []
            case .trailingData: [.imageTrailingData]
            case .damaged: [.imageCorrupt]
            }
        #expect(findings.map(\.rule) == rules, "\(findings.map(\.line))")
    }

    @Test(
        "libpng accepts what the quick check accepts: changed bytes with valid CRCs",
        arguments: [false, true])
    func changes(interlaced: Bool) throws {
        for type in PNGFile.ColorType.allCases {
            let sound = PNGFile(9, 5, type, shade: 0x11, interlaced: interlaced)
            for (number, chunk) in sound.chunks.enumerated() {
                for offset in chunk.data.indices {
                    for mask in [1, 2, 0x80, 0xFF] as [UInt8] {
                        var image = sound
                        image.chunks[number].data[offset] ^= mask
                        try PNGTarget.check(image.bytes)
                    }
                }
            }
        }
    }

    @Test("libpng accepts what the quick check accepts: truncated files and swapped bytes")
    func cuts() throws {
        let bytes = BadImageTests.rich.bytes
        for count in bytes.indices { #expect(!quick(Array(bytes.prefix(count)))) }
        for offset in bytes.indices.dropFirst() {
            var swapped = bytes
            swapped.swapAt(offset - 1, offset)
            try PNGTarget.check(swapped)
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
