/// Reads little-endian numbers from a part of the pack whose bounds were checked once, when this value was made.
struct IndexReader {
    private let part: UnsafeRawBufferPointer

    /// - Throws: ``PackDefect`` naming `what` if the part does not lie within `bytes`.
    init(_ bytes: UnsafeRawBufferPointer, from offset: Int, length: Int, _ what: String) throws(PackDefect) {
        guard offset >= 0, length >= 0, offset <= bytes.count, length <= bytes.count - offset else {
            throw PackDefect("the file ends within \(what)")
        }
        part = bytes.part(at: offset, count: length)
    }

    /// - Parameter part: whose bounds were checked already.
    init(checked part: UnsafeRawBufferPointer) { self.part = part }

    var count: Int { part.count }

    func value<Number: FixedWidthInteger>(at offset: Int) -> Number {
        Number(littleEndian: part.loadUnaligned(fromByteOffset: offset, as: Number.self))
    }

    func bytes(at offset: Int, count: Int) -> UnsafeRawBufferPointer {
        part.part(at: offset, count: count)
    }

    func digest(at offset: Int) -> ContentDigest {
        ContentDigest(reading: bytes(at: offset, count: ContentDigest.byteCount))
    }

    /// Offset and length: 16 bytes. What they speak of lies within the pack.
    func range(at offset: Int, within packLength: Int) throws(PackDefect) -> Range<Int> {
        let (start, length): (UInt64, UInt64) = (value(at: offset), value(at: offset + 8))
        guard start <= UInt64(packLength), length <= UInt64(packLength) - start else {
            throw .outside
        }
        return Int(start)..<Int(start + length)
    }

    /// Offset, length and digest: 48 bytes. The bytes they speak of lie within the pack.
    func stored(at offset: Int, within packLength: Int) throws(PackDefect) -> StoredBytes {
        StoredBytes(try range(at: offset, within: packLength), digest: digest(at: offset + 16))
    }
}

extension UnsafeRawBufferPointer {
    /// A part whose bounds the caller has checked.
    func part(at offset: Int, count: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: baseAddress.map { $0 + offset }, count: count)
    }
}
