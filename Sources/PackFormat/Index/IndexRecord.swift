import SystemCalls

/// The kind of a record.
package enum IndexRecordKind: UInt8, Sendable {
    case image = 0
    case resource = 1
}

/// The position of a record in the index. ``PackTable`` returns only records that lie within the index.
///
/// It is valid for the bytes from which it was read. It takes eight bytes, because answers contain it.
package struct IndexRecord: Sendable {
    /// The offset from the start of the pack.
    private let start: UInt32
    /// One number of the record: the name's length in 16 bits, the kind and the number of variants in 8 bits each.
    private let shape: UInt32

    /// - Parameter start: the offset from the start of the pack. The record's first 16 bytes lie within the pack.
    @inline(__always)
    init(start: Int, in bytes: UnsafeRawBufferPointer) {
        (self.start, shape) = (UInt32(truncatingIfNeeded: start), Self.head(at: start, in: bytes).value(at: 4))
    }

    @inline(__always)
    private static func head(at start: Int, in bytes: UnsafeRawBufferPointer) -> IndexReader {
        IndexReader(checked: bytes.part(at: start, count: PackTable.recordHeaderLength))
    }

    var nameLength: Int { Int(shape & 0xFFFF) }
    /// The raw value of an ``IndexRecordKind``. Any other number means that the record is damaged.
    var kindNumber: UInt8 { UInt8(truncatingIfNeeded: shape &>> 16) }
    package var kind: IndexRecordKind { IndexRecordKind(rawValue: kindNumber) ?? .image }
    package var variantCount: Int { Int(shape &>> 24) }

    /// Returns whether the record has this kind and name. No record has an empty name.
    @inline(__always)
    func has(_ kind: IndexRecordKind, named name: UnsafeRawBufferPointer, in bytes: UnsafeRawBufferPointer) -> Bool {
        guard Int(shape & 0xFF_FFFF) == Int(kind.rawValue) &<< 16 | name.count,
            let wanted = name.baseAddress, let own = self.name(in: bytes).baseAddress
        else { return false }
        return memcmp(own, wanted, name.count) == 0
    }

    /// The offset of the variants from the start of the pack.
    var variantsStart: Int { Int(start) &+ PackTable.recordHeaderLength }

    /// The offset of the next record from the start of the pack.
    var end: Int {
        let length = PackTable.recordHeaderLength &+ variantCount &* PackTable.variantLength &+ nameLength
        return Int(start) &+ PackIndex.aligned(length)
    }

    /// Reads the length that the record states.
    func length(in bytes: UnsafeRawBufferPointer) -> Int {
        Int(Self.head(at: Int(start), in: bytes).value(at: 0) as UInt32)
    }

    /// Reads the hash of the name that the record states.
    func hash(in bytes: UnsafeRawBufferPointer) -> UInt64 {
        Self.head(at: Int(start), in: bytes).value(at: 8)
    }

    package func name(in bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        bytes.part(at: variantsStart &+ variantCount &* PackTable.variantLength, count: nameLength)
    }
}
