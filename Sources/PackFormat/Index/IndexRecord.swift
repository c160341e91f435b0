import ThemeSystem

package enum IndexRecordKind: UInt8, Sendable {
    case image = 0
    case resource = 1
}

/// The name and the variants of an image or resource in the index. ``IndexTable`` checks that it lies within the index.
///
/// It is valid for the bytes that it was read from. It takes eight bytes, because every answer contains it.
package struct IndexRecord: Sendable {
    /// An offset from the start of the pack, as are ``variantsStart`` and ``end``.
    private let start: UInt32
    /// The name's length in 16 bits, the kind in 8, and the number of variants in 8.
    private let nameLengthKindCount: UInt32

    /// - Parameter start: the record's first 16 bytes must lie within the pack.
    @inline(__always)
    init(start: Int, in bytes: UnsafeRawBufferPointer) {
        self.start = UInt32(truncatingIfNeeded: start)
        nameLengthKindCount = Self.header(at: start, in: bytes).value(at: IndexField.Record.nameLengthKindCount)
    }

    @inline(__always)
    private static func header(at start: Int, in bytes: UnsafeRawBufferPointer) -> IndexReader {
        IndexReader(checked: bytes.part(at: start, count: IndexTable.recordHeaderLength))
    }

    var nameLength: Int { Int(nameLengthKindCount & 0xFFFF) }
    /// The raw value of an ``IndexRecordKind``, unless the record is damaged.
    var kindNumber: UInt8 { UInt8(truncatingIfNeeded: nameLengthKindCount &>> 16) }
    package var kind: IndexRecordKind { IndexRecordKind(rawValue: kindNumber) ?? .image }
    package var variantCount: Int { Int(nameLengthKindCount &>> 24) }

    /// Returns `false` for an empty name, which no record has.
    @inline(__always)
    func has(_ kind: IndexRecordKind, named name: UnsafeRawBufferPointer, in bytes: UnsafeRawBufferPointer) -> Bool {
        guard Int(nameLengthKindCount & 0xFF_FFFF) == Int(kind.rawValue) &<< 16 | name.count,
            let wanted = name.baseAddress, let own = self.name(in: bytes).baseAddress
        else { return false }
        return memcmp(own, wanted, name.count) == 0
    }

    var variantsStart: Int { Int(start) &+ IndexTable.recordHeaderLength }

    var end: Int {
        let length = IndexTable.recordHeaderLength &+ variantCount &* IndexTable.variantLength &+ nameLength
        return Int(start) &+ PackIndex.roundedUpToEight(length)
    }

    /// Reads the length that the record states, which may differ from ``end``.
    func length(in bytes: UnsafeRawBufferPointer) -> Int {
        Int(Self.header(at: Int(start), in: bytes).value(at: IndexField.Record.length) as UInt32)
    }

    func hash(in bytes: UnsafeRawBufferPointer) -> UInt64 {
        Self.header(at: Int(start), in: bytes).value(at: IndexField.Record.nameHash)
    }

    package func name(in bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        bytes.part(at: variantsStart &+ variantCount &* IndexTable.variantLength, count: nameLength)
    }
}
