import CPNGShim

/// The chunks of a PNG in the order of the file, up to the first one that is cut. Their checksums are not compared.
package struct PNGChunks: Sequence, IteratorProtocol {
    package struct Chunk {
        package let type: ChunkType
        /// The range of its data in the file. Length, type and checksum take 12 more bytes.
        package let data: Range<Int>
    }

    /// The type of a chunk: four letters.
    package struct ChunkType: Hashable, Sendable, CustomStringConvertible {
        /// The first letter is in the highest byte.
        private let code: UInt32

        /// - Parameter name: four ASCII letters.
        package init(_ name: String) { code = name.utf8.reduce(0) { $0 << 8 | UInt32($1) } }

        fileprivate init(code: UInt32) { self.code = code }

        /// Four characters. Bytes that are not UTF-8 are replaced.
        package var description: String {
            withUnsafeBytes(of: code.bigEndian) { String(decoding: $0, as: UTF8.self) }
        }

        package static let header = ChunkType("IHDR")
        package static let imageData = ChunkType("IDAT")
        package static let transparency = ChunkType("tRNS")
    }

    private let bytes: [UInt8]
    private var at = 8

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    package mutating func next() -> Chunk? {
        guard bytes.count - at >= 12 else { return nil }
        let length = Int(number(at: at))
        guard length <= bytes.count - at - 12 else { return nil }
        defer { at += 12 + length }
        return Chunk(type: ChunkType(code: number(at: at + 4)), data: at + 8..<at + 8 + length)
    }

    private func number(at place: Int) -> UInt32 {
        bytes.withUnsafeBytes { UInt32(bigEndian: $0.loadUnaligned(fromByteOffset: place, as: UInt32.self)) }
    }
}

/// The length to which zlib deflates bytes that arrive in pieces. Keeps none of the bytes.
package struct DeflatedLength: ~Copyable {
    private let deflater: OpaquePointer

    /// `nil` if there is not enough memory: zlib takes about 256 KiB.
    package init?() {
        guard let deflater = png_shim_deflater_open() else { return nil }
        self.deflater = deflater
    }

    deinit { png_shim_deflater_close(deflater) }

    package mutating func add(_ bytes: [UInt8]) { png_shim_deflater_add(deflater, bytes, bytes.count, 0) }

    /// The length in bytes. Nothing can be added afterwards.
    package mutating func finish() -> Int {
        png_shim_deflater_add(deflater, [], 0, 1)
        return Int(clamping: png_shim_deflater_length(deflater))
    }
}
