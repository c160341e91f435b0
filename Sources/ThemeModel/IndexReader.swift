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

    func value<Number: FixedWidthInteger>(at offset: Int) -> Number {
        Number(littleEndian: part.loadUnaligned(fromByteOffset: offset, as: Number.self))
    }

    func bytes(at offset: Int, count: Int) -> UnsafeRawBufferPointer {
        part.part(at: offset, count: count)
    }

    func digest(at offset: Int) -> ContentDigest {
        ContentDigest(reading: bytes(at: offset, count: ContentDigest.byteCount))
    }

    /// Offset, length and digest: 48 bytes. The bytes they speak of lie within the pack.
    func stored(at offset: Int, within packLength: Int) throws(PackDefect) -> StoredBytes {
        let stored = StoredBytes(
            offset: value(at: offset), length: value(at: offset + 8), digest: digest(at: offset + 16))
        guard stored.offset <= UInt64(packLength), stored.length <= UInt64(packLength) - stored.offset else {
            throw PackDefect("the index points outside the pack")
        }
        return stored
    }
}

extension UnsafeRawBufferPointer {
    /// A part whose bounds the caller has checked.
    func part(at offset: Int, count: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: baseAddress.map { $0 + offset }, count: count)
    }
}
