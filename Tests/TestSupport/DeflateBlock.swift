/// A block of a deflate stream with any code tables, also invalid ones. Code lengths are written one by one, except for
/// runs that a test adds. See RFC 1951, 3.2.7.
public struct DeflateBlock: Sendable {
    public enum Symbol: Sendable {
        /// A code: a literal below 256, the end of the block (256), or a length above.
        case literal(Int)
        /// A distance code with extra bits 0.
        case distance(Int)
        /// Any bits, for example extra bits of a code.
        case bits([UInt8])
    }

    /// At least 257 code lengths of literals and lengths, and at least 1 of distances.
    public var literalLengths: [Int]
    public var distanceLengths: [Int]
    /// A run of at least 3 zeros after the code lengths, and whether the counts include it.
    public var zerosAfter: Int?
    public var symbols: [Symbol]
    public var isLast = true
    /// 1 for the fixed tables, whose lengths are not written; 2 for the block's own.
    public var type = 2

    public init(literals: [Int: Int], count: Int = 258, distances: [Int], _ symbols: [Symbol]) {
        literalLengths = (0..<count).map { literals[$0] ?? 0 }
        (distanceLengths, self.symbols) = (distances, symbols)
    }

    /// - Parameter inflated: the inflated bytes, for the checksum.
    public static func zlib(_ blocks: [DeflateBlock], inflated: [UInt8]) -> [UInt8] {
        let bits = blocks.flatMap(\.bits)
        let stream = stride(from: 0, to: bits.count, by: 8).map { start in
            bits[start..<min(start + 8, bits.count)].enumerated().reduce(UInt8(0)) { $0 | $1.element << $1.offset }
        }
        return [0x78, 0x01] + stream + PNGFile.bigEndian(PNGFile.adler32(inflated))
    }

    private var bits: [UInt8] {
        var bits = number(isLast ? 1 : 0, 1) + number(type, 2)
        var (literals, distances) = (literalLengths, distanceLengths)
        if type == 1 {
            literals = (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }
            distances = Array(repeating: 5, count: 32)
        } else {
            let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
            let own = [0: 2, 1: 2, 2: 2, 3: 4, 4: 4, 5: 4, 17: 4]
            bits += number(literals.count - 257, 5) + number(distances.count - 1, 5) + number(order.count - 4, 4)
            bits += order.flatMap { number(own[$0] ?? 0, 3) }
            let codes = Self.codes((0..<19).map { own[$0] ?? 0 })
            let counted = literals + (zerosAfter == nil ? distances : distances.filter { $0 > 0 })
            bits += counted.flatMap { codes[$0] ?? [] }
            if let zerosAfter { bits += (codes[17] ?? []) + number(zerosAfter - 3, 3) }
        }
        let (literalCodes, distanceCodes) = (Self.codes(literals), Self.codes(distances))
        for symbol in symbols {
            switch symbol {
            case .literal(let code): bits += literalCodes[code] ?? []
            case .distance(let code): bits += distanceCodes[code] ?? []
            case .bits(let own): bits += own
            }
        }
        return bits
    }

    private func number(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> $0 & 1) } }

    /// The canonical code of each symbol, highest bit first.
    private static func codes(_ lengths: [Int]) -> [Int: [UInt8]] {
        var codes: [Int: [UInt8]] = [:]
        var next = 0
        for length in 1...15 {
            for (symbol, own) in lengths.enumerated() where own == length {
                codes[symbol] = (0..<length).reversed().map { UInt8(next >> $0 & 1) }
                next += 1
            }
            next <<= 1
        }
        return codes
    }
}
