/// The chunks of a PNG in the order of the file, up to its end or IEND. Their checksums are not compared.
package struct PNGChunks: Sequence, IteratorProtocol {
    package struct Chunk {
        package let type: ChunkType
        /// The length of its data, as the file states it.
        let length: Int
        /// The range of its data in the file, which ends early if the file does.
        package let data: Range<Int>
        /// Whether the file has all of its data and its checksum.
        package let isWhole: Bool
    }

    /// The type of a chunk: four letters.
    package struct ChunkType: Hashable, Sendable, CustomStringConvertible {
        /// The first letter is in the highest byte.
        private let code: UInt32

        /// - Parameter name: four ASCII letters.
        package init(_ name: String) { code = name.utf8.reduce(0) { $0 << 8 | UInt32($1) } }

        fileprivate init(code: UInt32) { self.code = code }

        /// Whether a chunk can be left out without a change of any pixel. tRNS and the frames of an animation cannot.
        var isMetadata: Bool {
            code & 0x2000_0000 != 0 && ![.transparency, .frames, .frameHeader, .frameData].contains(self)
        }

        /// Four characters. Bytes that are not UTF-8 are replaced.
        package var description: String {
            withUnsafeBytes(of: code.bigEndian) { String(decoding: $0, as: UTF8.self) }
        }

        package static let header = ChunkType(code: 0x4948_4452)  // IHDR
        package static let palette = ChunkType(code: 0x504C_5445)  // PLTE
        package static let transparency = ChunkType(code: 0x7452_4E53)  // tRNS
        package static let imageData = ChunkType(code: 0x4944_4154)  // IDAT
        static let compressedText = ChunkType(code: 0x7A54_5874)  // zTXt
        static let internationalText = ChunkType(code: 0x6954_5874)  // iTXt
        static let profile = ChunkType(code: 0x6943_4350)  // iCCP
        static let frames = ChunkType(code: 0x6163_544C)  // acTL
        static let frameHeader = ChunkType(code: 0x6663_544C)  // fcTL
        static let frameData = ChunkType(code: 0x6664_4154)  // fdAT
        static let exif = ChunkType(code: 0x6558_4966)  // eXIf
        /// Of Apple's variant.
        static let crushed = ChunkType(code: 0x4367_4249)  // CgBI
        static let end = ChunkType(code: 0x4945_4E44)  // IEND
    }

    private let bytes: [UInt8]
    private var at: Int

    /// - Parameter offset: where a chunk starts; the first one starts after the signature.
    package init(_ bytes: [UInt8], from offset: Int = PNGStructure.signature.count) {
        self.bytes = bytes
        at = offset
    }

    package mutating func next() -> Chunk? {
        // A length, a type and a checksum take four bytes each.
        guard bytes.count - at >= 8 else { return nil }
        let length = Int(bytes.bigEndianNumber(at: at))
        let type = ChunkType(code: bytes.bigEndianNumber(at: at + 4))
        let data = (at + 8..<at + 8 + length).clamped(to: 0..<bytes.count)
        let end = at + 12 + length
        at = type == .end ? bytes.count : end
        return Chunk(type: type, length: length, data: data, isWhole: end <= bytes.count)
    }
}

extension [UInt8] {
    func bigEndianNumber(at place: Int) -> UInt32 {
        withUnsafeBytes { UInt32(bigEndian: $0.loadUnaligned(fromByteOffset: place, as: UInt32.self)) }
    }
}
