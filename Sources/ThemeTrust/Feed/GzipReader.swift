/// Reads gzip files that anybody can have written: one member without optional fields. RFC 1951 and 1952.
///
/// It accepts what zlib accepts. It takes time linear in the file and the result, and memory for the result alone.
struct GzipReader {
    private struct Damage: Error {}

    private static let header: [UInt8] = [0x1F, 0x8B, 8, 0]
    private static let headerLength = 10
    private static let trailerLength = 8
    private static let codeOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    private static let lengthStarts = [
        3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227,
        258,
    ]
    private static let distanceStarts = [
        1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097,
        6145, 8193, 12_289, 16_385, 24_577,
    ]

    private let file: [UInt8]
    private let limit: Int
    private var position = headerLength
    private var buffer: UInt32 = 0
    private var bufferedCount = 0
    private var result: [UInt8] = []

    /// Returns the contents; `nil` if the file is another one, is damaged, or has more than `limit` bytes of contents.
    static func contents(of file: [UInt8], limit: Int) -> [UInt8]? {
        guard file.count >= headerLength + trailerLength, file.starts(with: header) else { return nil }
        var reader = GzipReader(file: file, limit: limit)
        return try? reader.read()
    }

    private var end: Int { file.count - Self.trailerLength }

    private mutating func read() throws(Damage) -> [UInt8] {
        // Deflate makes at most 1,032 bytes of one. Memory that is not written to costs nothing.
        result.reserveCapacity(min(limit, 1032 * file.count))
        while try !readBlock() {}
        guard position == end else { throw Damage() }
        let trailer = file[end...].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard trailer == UInt64(result.count) << 32 | UInt64(CRC32.value(of: result)) else { throw Damage() }
        return result
    }

    /// Returns whether the block is the last one.
    private mutating func readBlock() throws(Damage) -> Bool {
        let isLast = try bits(1) == 1
        switch try bits(2) {
        case 0: try readStored()
        case 1: try readSymbols(.fixedLiterals, .fixedDistances)
        case 2: try readCodesAndSymbols()
        default: throw Damage()
        }
        return isLast
    }

    private mutating func readStored() throws(Damage) {
        buffer = 0
        bufferedCount = 0
        let count = try bits(16)
        guard try bits(16) == count ^ 0xFFFF, count <= min(end - position, limit - result.count) else {
            throw Damage()
        }
        result += file[position..<position + count]
        position += count
    }

    private mutating func readCodesAndSymbols() throws(Damage) {
        let literalCount = try bits(5) + 257
        let distanceCount = try bits(5) + 1
        let codeCount = try bits(4) + 4
        guard literalCount <= 286, distanceCount <= 30 else { throw Damage() }
        var codeLengths = [Int](repeating: 0, count: Self.codeOrder.count)
        for place in Self.codeOrder.prefix(codeCount) { codeLengths[place] = try bits(3) }
        guard let code = PrefixCode(codeLengths), code.isComplete else { throw Damage() }
        var lengths: [Int] = []
        while lengths.count < literalCount + distanceCount {
            let symbol = try symbol(of: code)
            switch symbol {
            case 16:
                guard let last = lengths.last else { throw Damage() }
                lengths += repeatElement(last, count: try bits(2) + 3)
            case 17: lengths += repeatElement(0, count: try bits(3) + 3)
            case 18: lengths += repeatElement(0, count: try bits(7) + 11)
            default: lengths.append(symbol)
            }
        }
        guard lengths.count == literalCount + distanceCount, lengths[256] > 0,
            let literals = PrefixCode(lengths[..<literalCount]),
            let distances = PrefixCode(lengths[literalCount...])
        else { throw Damage() }
        try readSymbols(literals, distances)
    }

    private mutating func readSymbols(_ literals: PrefixCode, _ distances: PrefixCode) throws(Damage) {
        while true {
            let symbol = try symbol(of: literals)
            guard symbol != 256 else { return }
            guard symbol > 256 else {
                guard result.count < limit else { throw Damage() }
                result.append(UInt8(symbol))
                continue
            }
            let number = symbol - 257
            guard number < Self.lengthStarts.count else { throw Damage() }
            let length = Self.lengthStarts[number] + (try bits(number < 8 || number == 28 ? 0 : number / 4 - 1))
            let far = try self.symbol(of: distances)
            guard far < Self.distanceStarts.count else { throw Damage() }
            let distance = Self.distanceStarts[far] + (try bits(far < 4 ? 0 : far / 2 - 1))
            guard distance <= result.count, length <= limit - result.count else { throw Damage() }
            for _ in 0..<length { result.append(result[result.count - distance]) }
        }
    }

    private mutating func symbol(of code: PrefixCode) throws(Damage) -> Int {
        var value = 0
        var first = 0
        var index = 0
        for count in code.counts.dropFirst() {
            value |= try bits(1)
            if value - first < count { return code.symbols[index + value - first] }
            index += count
            first = (first + count) << 1
            value <<= 1
        }
        throw Damage()
    }

    /// - Parameter count: 16 at most.
    private mutating func bits(_ count: Int) throws(Damage) -> Int {
        while bufferedCount < count {
            guard position < end else { throw Damage() }
            buffer |= UInt32(file[position]) << UInt32(bufferedCount)
            position += 1
            bufferedCount += 8
        }
        defer {
            buffer >>= UInt32(count)
            bufferedCount -= count
        }
        return Int(buffer & (1 << UInt32(count) - 1))
    }
}

/// A canonical Huffman code of at most 15 bits.
private struct PrefixCode: Sendable {
    static let fixedLiterals = PrefixCode(
        counts: [0, 0, 0, 0, 0, 0, 0, 24, 152, 112, 0, 0, 0, 0, 0, 0],
        symbols: Array(256..<280) + Array(0..<144) + Array(280..<288) + Array(144..<256))
    static let fixedDistances = PrefixCode(
        counts: [0, 0, 0, 0, 0, 32, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], symbols: Array(0..<32))

    /// The number of symbols with a code of each length.
    let counts: [Int]
    /// The symbols in the order of their codes.
    let symbols: [Int]

    private init(counts: [Int], symbols: [Int]) {
        self.counts = counts
        self.symbols = symbols
    }

    /// - Parameter lengths: that of the code of each symbol; 0 if it has none.
    /// - Returns: `nil` if there are too many codes, or too few. As for zlib, a single code of one bit is enough.
    init?(_ lengths: some Collection<Int>) {
        var counts = [Int](repeating: 0, count: 16)
        for length in lengths where length > 0 { counts[length] += 1 }
        var starts = [0]
        var unused = 1
        for count in counts.dropFirst() {
            unused = 2 * unused - count
            guard unused >= 0 else { return nil }
            starts.append((starts.last ?? 0) + count)
        }
        let total = starts[15]
        guard unused == 0 || total == counts[1] else { return nil }
        var symbols = [Int](repeating: 0, count: total)
        for (symbol, length) in lengths.enumerated() where length > 0 {
            symbols[starts[length - 1]] = symbol
            starts[length - 1] += 1
        }
        self.init(counts: counts, symbols: symbols)
    }

    /// Whether every sequence of bits begins with a code.
    var isComplete: Bool { symbols.count > 1 }
}
