import PackFormat
import ThemeModel
import ThemeProject

/// Reads values that a ``ByteWriter`` wrote. Checks all bounds, because the bytes are not trusted.
struct ByteReader: Sendable {
    struct InvalidBytes: Error {}

    let bytes: [UInt8]
    private(set) var offset: Int

    init(_ bytes: [UInt8], from offset: Int = 0) { (self.bytes, self.offset) = (bytes, offset) }

    var isAtEnd: Bool { offset == bytes.count }

    mutating func number<Number: FixedWidthInteger>(_: Number.Type = Number.self) throws(InvalidBytes) -> Number {
        let start = try skip(MemoryLayout<Number>.size)
        return bytes.withUnsafeBytes {
            Number(littleEndian: $0.loadUnaligned(fromByteOffset: start, as: Number.self))
        }
    }

    mutating func flag() throws(InvalidBytes) -> Bool {
        switch try number(UInt8.self) {
        case 0: false
        case 1: true
        default: throw InvalidBytes()
        }
    }

    mutating func text() throws(InvalidBytes) -> String {
        let bytes = try bytes(UInt64(try number(UInt32.self)))
        guard let text = String(validUTF8: bytes) else { throw InvalidBytes() }
        return text
    }

    mutating func bytes(_ count: UInt64) throws(InvalidBytes) -> [UInt8] {
        guard let count = Int(exactly: count) else { throw InvalidBytes() }
        let start = try skip(count)
        return Array(bytes[start..<start + count])
    }

    private mutating func skip(_ count: Int) throws(InvalidBytes) -> Int {
        guard count >= 0, bytes.count - offset >= count else { throw InvalidBytes() }
        defer { offset += count }
        return offset
    }

    mutating func optional<Value>(
        _ body: (inout ByteReader) throws(InvalidBytes) -> Value
    ) throws(InvalidBytes) -> Value? {
        try flag() ? try body(&self) : nil
    }

    /// `lengthMin` is the smallest number of bytes of one value; `nil` reserves no memory in advance.
    mutating func list<Value>(
        lengthMin: Int? = nil, _ body: (inout ByteReader) throws(InvalidBytes) -> Value
    ) throws(InvalidBytes) -> [Value] {
        let count = try number(UInt64.self)
        // Rejects impossible counts before memory is reserved for them.
        guard count <= UInt64((bytes.count - offset) / (lengthMin ?? 1)) else { throw InvalidBytes() }
        var values: [Value] = []
        if lengthMin != nil { values.reserveCapacity(Int(count)) }
        for _ in 0..<count { values.append(try body(&self)) }
        return values
    }
}

extension ByteReader {
    mutating func digest() throws(InvalidBytes) -> ContentDigest {
        let start = try skip(ContentDigest.byteCount)
        return bytes.withUnsafeBytes { ContentDigest(reading: UnsafeRawBufferPointer(rebasing: $0[start...])) }
    }

    mutating func stamp() throws(InvalidBytes) -> FileStamp {
        FileStamp(
            size: try number(), device: try number(), inode: try number(), modified: try number(), changed: try number()
        )
    }
}
