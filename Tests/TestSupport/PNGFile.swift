import CZlib

/// A PNG of any chunks. The zlib streams are stored blocks, so no compression can be wrong.
public struct PNGFile: Sendable {
    public enum ColorType: UInt8, Sendable, CaseIterable {
        case gray = 0
        case rgb = 2
        case palette = 3
        case grayAlpha = 4
        case rgba = 6

        public var channels: Int {
            switch self {
            case .gray, .palette: 1
            case .grayAlpha: 2
            case .rgb: 3
            case .rgba: 4
            }
        }

        /// The bit depths in table 11.1 of the PNG standard.
        public var bitDepths: [Int] {
            switch self {
            case .gray: [1, 2, 4, 8, 16]
            case .palette: [1, 2, 4, 8]
            case .rgb, .grayAlpha, .rgba: [8, 16]
            }
        }
    }

    public struct Chunk: Sendable {
        public var type: String
        public var data: [UInt8]
        /// `nil` for the valid one.
        public var crc: UInt32?

        public init(_ type: String, _ data: [UInt8] = [], crc: UInt32? = nil) {
            (self.type, self.data, self.crc) = (type, data, crc)
        }

        public var bytes: [UInt8] {
            let body = Array(type.utf8) + data
            return PNGFile.bigEndian(UInt32(data.count)) + body + PNGFile.bigEndian(crc ?? PNGFile.crc32(body))
        }
    }

    public static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    public var signature = Self.signature
    public var chunks: [Chunk]
    public var trailer: [UInt8] = []

    public init(chunks: [Chunk]) { self.chunks = chunks }

    /// A valid image. `shade` is every byte of the rows.
    public init(
        _ width: Int, _ height: Int, _ type: ColorType = .rgba, depth: Int = 8, shade: UInt8 = 0x40,
        interlaced: Bool = false
    ) {
        let rows = Self.rows(width, height, type, depth: depth, shade: shade, interlaced: interlaced)
        chunks = [Self.header(UInt32(width), UInt32(height), type, depth: depth, interlaced: interlaced)]
        if type == .palette {
            chunks.append(Chunk("PLTE", [UInt8](repeating: shade, count: 3 << depth)))
        }
        chunks += [Chunk("IDAT", Self.zlib(rows)), Chunk("IEND")]
    }

    /// A valid image of random pixels.
    public init(_ width: Int, _ height: Int, seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var rows: [UInt8] = []
        for _ in 0..<height {
            rows.append(0)
            for _ in 0..<width * 4 { rows.append(UInt8(truncatingIfNeeded: random.next() >> 32)) }
        }
        chunks = [Self.header(UInt32(width), UInt32(height)), Chunk("IDAT", Self.zlib(rows)), Chunk("IEND")]
    }

    public var bytes: [UInt8] { signature + chunks.flatMap(\.bytes) + trailer }

    public func inserting(_ new: Chunk..., before type: String) -> PNGFile {
        var copy = self
        copy.chunks.insert(contentsOf: new, at: chunks.firstIndex { $0.type == type } ?? chunks.count)
        return copy
    }

    /// Returns the file with the first chunk of a type changed.
    public func changing(_ type: String, _ change: (inout Chunk) -> Void) -> PNGFile {
        var copy = self
        if let index = chunks.firstIndex(where: { $0.type == type }) { change(&copy.chunks[index]) }
        return copy
    }

    public static func header(
        _ width: UInt32, _ height: UInt32, _ type: ColorType = .rgba, depth: Int = 8, interlaced: Bool = false
    ) -> Chunk {
        Chunk(
            "IHDR", bigEndian(width) + bigEndian(height) + [UInt8(depth), type.rawValue, 0, 0, interlaced ? 1 : 0])
    }

    /// The first column, the distance of columns, the first row and the distance of rows of each pass.
    static func passes(interlaced: Bool) -> [(Int, Int, Int, Int)] {
        interlaced
            ? [(0, 8, 0, 8), (4, 8, 0, 8), (0, 4, 4, 8), (2, 4, 0, 4), (0, 2, 2, 4), (1, 2, 0, 2), (0, 1, 1, 2)]
            : [(0, 1, 0, 1)]
    }

    public static func rows(
        _ width: Int, _ height: Int, _ type: ColorType = .rgba, depth: Int = 8, shade: UInt8 = 0x40,
        interlaced: Bool = false
    ) -> [UInt8] {
        var rows: [UInt8] = []
        for (x, columnStep, y, rowStep) in passes(interlaced: interlaced) {
            let columns = (width - x + columnStep - 1) / columnStep
            let lines = (height - y + rowStep - 1) / rowStep
            guard columns > 0, lines > 0 else { continue }
            let row = [0] + [UInt8](repeating: shade, count: (columns * depth * type.channels + 7) / 8)
            for _ in 0..<lines { rows += row }
        }
        return rows
    }

    /// A zlib stream of stored blocks (RFC 1950, RFC 1951).
    public static func zlib(_ data: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        var rest = data[...]
        repeat {
            let block = rest.prefix(0xFFFF)
            rest = rest.dropFirst(block.count)
            let length = UInt16(block.count)
            stream.append(rest.isEmpty ? 1 : 0)
            for number in [length, ~length] { stream += [UInt8(truncatingIfNeeded: number), UInt8(number >> 8)] }
            stream += block
        } while !rest.isEmpty
        return stream + bigEndian(adler32(data))
    }

    /// A zlib stream without end, which inflates to 159 times as many zeros: each 13 bits are a match of 258 bytes.
    public static func zlibBomb(byteCount: Int) -> [UInt8] {
        // Header 1 and 2 (not final, fixed code), literal 0, then the matches. Huffman codes start with their high bit.
        var bits = "0" + "10" + "00110000"
        while bits.utf8.count < 15 * 8 { bits += "11000101" + "00000" }
        let digits = Array(bits.utf8)
        let head = (0..<15).map { byte in
            (0..<8).reduce(0) { (bits: UInt8, bit: Int) -> UInt8 in bits | (digits[byte * 8 + bit] & 1) << UInt8(bit) }
        }
        var stream: [UInt8] = [0x78, 0x01] + head.prefix(2)
        stream.reserveCapacity(byteCount + 13)
        while stream.count < byteCount { stream += head[2...] }
        return stream
    }

    public static func crc32(_ bytes: [UInt8]) -> UInt32 { UInt32(CZlib.crc32(0, bytes, UInt32(bytes.count))) }

    public static func adler32(_ bytes: [UInt8]) -> UInt32 { UInt32(CZlib.adler32(1, bytes, UInt32(bytes.count))) }

    public static func bigEndian(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}
