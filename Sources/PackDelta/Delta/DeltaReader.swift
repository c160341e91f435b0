import PackFormat
import ThemeModel

/// Reads the parts of a delta's head in order. Every method throws at its end.
struct DeltaReader {
    private let bytes: [UInt8]
    private let path: String
    private(set) var offset = 0

    init(_ bytes: [UInt8], path: String) { (self.bytes, self.path) = (bytes, path) }

    var count: Int { bytes.count }
    var isAtEnd: Bool { offset == bytes.count }
    var rest: [UInt8] { Array(bytes[offset...]) }

    mutating func skip(_ count: Int) throws(DeltaError) { offset = try end(of: count) }

    mutating func number<Number: FixedWidthInteger>() throws(DeltaError) -> Number {
        let end = try end(of: MemoryLayout<Number>.size)
        let number = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: Number.self) }
        offset = end
        return Number(littleEndian: number)
    }

    mutating func bytes(_ count: Int) throws(DeltaError) -> [UInt8] {
        let end = try end(of: count)
        defer { offset = end }
        return Array(bytes[offset..<end])
    }

    mutating func digest() throws(DeltaError) -> ContentDigest {
        try bytes(ContentDigest.byteCount).withUnsafeBytes { ContentDigest(reading: $0) }
    }

    /// Reads a number of variable length: seven bits a byte, the lowest first; the highest bit is set in all but the
    /// last byte. It must be written with the fewest bytes, and be below 2^32.
    mutating func varint() throws(DeltaError) -> Int {
        var value: UInt64 = 0
        for shift in stride(from: 0, through: 28, by: 7) {
            let byte: UInt8 = try number()
            value |= UInt64(byte & 0x7F) << UInt64(shift)
            if byte & 0x80 == 0 {
                guard byte != 0 || shift == 0, value <= UInt64(UInt32.max), let number = Int(exactly: value) else {
                    throw damaged("a number is too large, or too long")
                }
                return number
            }
        }
        throw damaged("a number is too large, or too long")
    }

    func damaged(_ reason: String) -> DeltaError { DeltaError(path, "is damaged: \(reason)") }

    private func end(of count: Int) throws(DeltaError) -> Int {
        guard count >= 0, count <= bytes.count - offset else { throw damaged("its head ends too early") }
        return offset + count
    }
}

extension ByteWriter {
    /// - Parameter number: not negative.
    mutating func add(varint number: Int) {
        var rest = number
        while rest > 0x7F {
            add(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        add(UInt8(truncatingIfNeeded: rest))
    }
}
