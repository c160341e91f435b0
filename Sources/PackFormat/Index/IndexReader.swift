import ThemeModel

/// Reads little-endian numbers from a part of the pack. The methods do not check that offsets lie within the part.
struct IndexReader {
    private let part: UnsafeRawBufferPointer

    /// - Throws: ``PackError`` with `partName` if the part does not lie within `bytes`.
    init(_ bytes: UnsafeRawBufferPointer, from offset: Int, length: Int, _ partName: String) throws(PackError) {
        guard offset >= 0, length >= 0, offset <= bytes.count, length <= bytes.count - offset else {
            throw PackError("the file ends within \(partName)")
        }
        part = bytes.part(at: offset, count: length)
    }

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

    func range(at offset: Int, within packLength: Int) throws(PackError) -> Range<Int> {
        let (start, length): (UInt64, UInt64) = (value(at: offset), value(at: offset + 8))
        guard start <= UInt64(packLength), length <= UInt64(packLength) - start else {
            throw .outside
        }
        return Int(start)..<Int(start + length)
    }

    func dataReference(at offset: Int, within packLength: Int) throws(PackError) -> DataReference {
        DataReference(try range(at: offset, within: packLength), digest: digest(at: offset + 16))
    }
}

extension UnsafeRawBufferPointer {
    /// Does not check bounds.
    func part(at offset: Int, count: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: baseAddress.map { $0 + offset }, count: count)
    }
}
