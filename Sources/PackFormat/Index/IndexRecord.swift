import SystemCalls

package enum IndexRecordKind: UInt8, Sendable {
    case image = 0
    case resource = 1
}

/// The name and the variants of an image or resource in the index. ``PackTable`` checks that it lies within the index.
///
/// It is valid for the bytes that it was read from. It takes eight bytes, because every answer contains it.
package struct IndexRecord: Sendable {
    /// An offset from the start of the pack, as are ``variantsStart`` and ``end``.
    private let start: UInt32
    /// The name's length in 16 bits, the kind in 8, and the number of variants in 8.
    private let shape: UInt32

    /// - Parameter start: the record's first 16 bytes must lie within the pack.
    @inline(__always)
    init(start: Int, in bytes: UnsafeRawBufferPointer) {
        (self.start, shape) = (
            UInt32(truncatingIfNeeded: start), Self.head(at: start, in: bytes).value(at: IndexField.Record.shape)
        )
    }

    @inline(__always)
    private static func head(at start: Int, in bytes: UnsafeRawBufferPointer) -> IndexReader {
        IndexReader(checked: bytes.part(at: start, count: PackTable.recordHeaderLength))
    }

    var nameLength: Int { Int(shape & 0xFFFF) }
    /// The raw value of an ``IndexRecordKind``, unless the record is damaged.
    var kindNumber: UInt8 { UInt8(truncatingIfNeeded: shape &>> 16) }
    package var kind: IndexRecordKind { IndexRecordKind(rawValue: kindNumber) ?? .image }
    package var variantCount: Int { Int(shape &>> 24) }

    /// Returns `false` for an empty name, which no record has.
    @inline(__always)
    func has(_ kind: IndexRecordKind, named name: UnsafeRawBufferPointer, in bytes: UnsafeRawBufferPointer) -> Bool {
        guard Int(shape & 0xFF_FFFF) == Int(kind.rawValue) &<< 16 | name.count,
            let wanted = name.baseAddress, let own = self.name(in: bytes).baseAddress
        else { return false }
        return memcmp(own, wanted, name.count) == 0
    }

    var variantsStart: Int { Int(start) &+ PackTable.recordHeaderLength }

    var end: Int {
        let length = PackTable.recordHeaderLength &+ variantCount &* PackTable.variantLength &+ nameLength
        return Int(start) &+ PackIndex.roundedUpToEight(length)
    }

    /// Reads the length that the record states, which may differ from ``end``.
    func length(in bytes: UnsafeRawBufferPointer) -> Int {
        Int(Self.head(at: Int(start), in: bytes).value(at: IndexField.Record.length) as UInt32)
    }

    func hash(in bytes: UnsafeRawBufferPointer) -> UInt64 {
        Self.head(at: Int(start), in: bytes).value(at: IndexField.Record.nameHash)
    }

    package func name(in bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        bytes.part(at: variantsStart &+ variantCount &* PackTable.variantLength, count: nameLength)
    }
}
