/// The chunks that change the look of a PNG's pixels: color space, frames of an animation, orientation.
///
/// Images with equal pixels look the same if these are equal as well.
package struct ShownChunks: Hashable, Sendable {
    private var data: [PNGChunks.ChunkType: [ContentDigest]] = [:]

    private static let types = Set(
        ["gAMA", "cHRM", "sRGB", "iCCP", "cICP", "mDCV", "cLLI", "acTL", "fcTL", "fdAT"].map(PNGChunks.ChunkType.init))
    private static let standard = PNGChunks.ChunkType("sRGB")
    private static let gamma = PNGChunks.ChunkType("gAMA")
    private static let primaries = PNGChunks.ChunkType("cHRM")

    /// The gamma and the primaries of sRGB: https://www.w3.org/TR/png-3/#11sRGB
    private static let standardGamma = digest([45_455])
    private static let standardPrimaries = digest([
        31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6_000,
    ])

    package init(_ bytes: [UInt8]) {
        for chunk in PNGChunks(bytes) where chunk.isWhole {
            if Self.types.contains(chunk.type) {
                data[chunk.type, default: []].append(ContentDigest(of: Array(bytes[chunk.data])))
            } else if chunk.type == .exif, let orientation = PhotoOrientation(exif: bytes[chunk.data]) {
                data[.exif] = [ContentDigest(of: [orientation.number])]
            }
        }
        // Programs show an image without a color space as one in sRGB, and prefer a named one to numbers.
        let isNamed = data[.profile] != nil || data[Self.standard] != nil
        if isNamed
            || [nil, [Self.standardGamma]].contains(data[Self.gamma])
                && [nil, [Self.standardPrimaries]].contains(data[Self.primaries])
        {
            data[Self.gamma] = nil
            data[Self.primaries] = nil
        }
        // 0 is the usual intent, "perceptual".
        if data[Self.standard] == [ContentDigest(of: [0])] { data[Self.standard] = nil }
    }

    /// Returns the names of the chunks in which two images differ, sorted.
    package func names(differingFrom other: ShownChunks) -> [String] {
        Set(data.keys).union(other.data.keys).filter { data[$0] != other.data[$0] }.map(\.description).sorted()
    }

    private static func digest(_ numbers: [UInt32]) -> ContentDigest {
        ContentDigest(of: numbers.flatMap { withUnsafeBytes(of: $0.bigEndian, Array.init) })
    }
}

/// The orientation of a photo that is not upright, as cameras store it.
package struct PhotoOrientation: Hashable, Sendable {
    /// From 2 to 8, as in Exif.
    package let number: UInt8

    /// Reads an eXIf chunk: https://www.w3.org/TR/png-3/#eXIf. `nil` for an upright image, and without an orientation.
    init?(exif data: ArraySlice<UInt8>) {
        let isLittleEndian = data.starts(with: [0x49, 0x49, 0x2A, 0])
        guard isLittleEndian || data.starts(with: [0x4D, 0x4D, 0, 0x2A]) else { return nil }
        func number(at place: Int, of count: Int) -> Int? {
            guard place >= 0, place <= data.count - count else { return nil }
            let digits = Array(data.dropFirst(place).prefix(count))
            return (isLittleEndian ? digits.reversed() : digits).reduce(0) { $0 << 8 | Int($1) }
        }
        guard let start = number(at: 4, of: 4), let count = number(at: start, of: 2) else { return nil }
        // Each entry has a tag, a type and a count in 2, 2 and 4 bytes, and then its value.
        for entry in 0..<count {
            let place = start + 2 + entry * 12
            guard let tag = number(at: place, of: 2) else { return nil }
            guard tag == 0x0112 else { continue }
            guard let value = number(at: place + 8, of: 2), (2...8).contains(value) else { return nil }
            self.number = UInt8(value)
            return
        }
        return nil
    }

    /// How programs that heed it show the image.
    var meaning: String {
        switch number {
        case 2, 4: "mirrored"
        case 3: "turned by 180°"
        case 6, 8: "turned by 90°"
        default: "turned by 90° and mirrored"
        }
    }

    var exchangesSides: Bool { number >= 5 }
}
