import ThemeModel

/// Takes numbers and texts out of bytes that may be anybody's.
struct ByteReader: Sendable {
    /// The bytes are not what a ``ByteWriter`` wrote in this order.
    struct Damage: Error {}

    let bytes: [UInt8]
    private(set) var offset: Int

    init(_ bytes: [UInt8], from offset: Int = 0) { (self.bytes, self.offset) = (bytes, offset) }

    var isAtEnd: Bool { offset == bytes.count }

    mutating func number<Number: FixedWidthInteger>(_: Number.Type = Number.self) throws(Damage) -> Number {
        let start = try skip(MemoryLayout<Number>.size)
        return bytes.withUnsafeBytes {
            Number(littleEndian: $0.loadUnaligned(fromByteOffset: start, as: Number.self))
        }
    }

    mutating func flag() throws(Damage) -> Bool {
        switch try number(UInt8.self) {
        case 0: false
        case 1: true
        default: throw Damage()
        }
    }

    mutating func text() throws(Damage) -> String {
        let bytes = try bytes(UInt64(try number(UInt32.self)))
        guard let text = String(validating: bytes, as: UTF8.self) else { throw Damage() }
        return text
    }

    mutating func bytes(_ count: UInt64) throws(Damage) -> [UInt8] {
        guard let count = Int(exactly: count) else { throw Damage() }
        let start = try skip(count)
        return Array(bytes[start..<start + count])
    }

    /// The place of as many bytes, which are passed over.
    private mutating func skip(_ count: Int) throws(Damage) -> Int {
        guard count >= 0, bytes.count - offset >= count else { throw Damage() }
        defer { offset += count }
        return offset
    }

    mutating func optional<Value>(_ body: (inout ByteReader) throws(Damage) -> Value) throws(Damage) -> Value? {
        try flag() ? try body(&self) : nil
    }

    /// - Parameter least: bytes that a value takes at least, if memory is to be reserved for all of them.
    mutating func list<Value>(
        of least: Int? = nil, _ body: (inout ByteReader) throws(Damage) -> Value
    ) throws(Damage) -> [Value] {
        let count = try number(UInt64.self)
        // A count beyond what there can be is damage, and nothing to reserve memory for.
        guard count <= UInt64((bytes.count - offset) / (least ?? 1)) else { throw Damage() }
        var values: [Value] = []
        if least != nil { values.reserveCapacity(Int(count)) }
        for _ in 0..<count { values.append(try body(&self)) }
        return values
    }
}

extension ByteReader {
    mutating func digest() throws(Damage) -> ContentDigest {
        let start = try skip(ContentDigest.byteCount)
        return bytes.withUnsafeBytes { ContentDigest(reading: UnsafeRawBufferPointer(rebasing: $0[start...])) }
    }

    mutating func stamp() throws(Damage) -> FileStamp {
        FileStamp(size: try number(), inode: try number(), modified: try number(), changed: try number())
    }
}

extension ByteWriter {
    mutating func add(_ stamp: FileStamp) {
        // At once: there are hundreds of thousands.
        let fields = (
            stamp.size.littleEndian, stamp.inode.littleEndian, stamp.modified.littleEndian, stamp.changed.littleEndian
        )
        withUnsafeBytes(of: fields) { add(raw: $0) }
    }
}
