/// What a record of the index speaks of.
package enum PackRecordKind: UInt8, Sendable {
    case image = 0
    case resource = 1
}

/// A record of the index: where it lies. ``PackTable`` hands out those alone that lie within the index.
///
/// Valid for the bytes from which it was read. It takes eight bytes, as an answer carries it around.
package struct PackRecord: Sendable {
    /// From the start of the pack.
    private let start: UInt32
    /// As the record has them, in one number: the name's length in 16 bits, the kind and the number of variants in 8 each.
    private let shape: UInt32

    /// - Parameter start: from the start of the pack; the record's first 16 bytes lie within it.
    @inline(__always)
    init(start: Int, in bytes: UnsafeRawBufferPointer) {
        (self.start, shape) = (UInt32(truncatingIfNeeded: start), Self.head(at: start, in: bytes).value(at: 4))
    }

    @inline(__always)
    private static func head(at start: Int, in bytes: UnsafeRawBufferPointer) -> IndexReader {
        IndexReader(checked: bytes.part(at: start, count: PackTable.recordHeaderLength))
    }

    var nameLength: Int { Int(shape & 0xFFFF) }
    /// The number of a ``PackRecordKind``, or else the record is damaged.
    var kindNumber: UInt8 { UInt8(truncatingIfNeeded: shape &>> 16) }
    package var kind: PackRecordKind { PackRecordKind(rawValue: kindNumber) ?? .image }
    package var variantCount: Int { Int(shape &>> 24) }

    /// Whether it is of that kind, and its name has that length.
    @inline(__always)
    func has(_ kind: PackRecordKind, nameLength: Int) -> Bool {
        Int(shape & 0xFF_FFFF) == Int(kind.rawValue) &<< 16 | nameLength
    }

    /// From the start of the pack.
    var variantsStart: Int { Int(start) &+ PackTable.recordHeaderLength }

    /// Where the next record begins, from the start of the pack.
    var end: Int {
        let length = PackTable.recordHeaderLength &+ variantCount &* PackTable.variantLength &+ nameLength
        return Int(start) &+ PackIndex.aligned(length)
    }

    /// What the record says of its length.
    func length(in bytes: UnsafeRawBufferPointer) -> Int {
        Int(Self.head(at: Int(start), in: bytes).value(at: 0) as UInt32)
    }

    /// The hash that the record says the name has.
    func hash(in bytes: UnsafeRawBufferPointer) -> UInt64 {
        Self.head(at: Int(start), in: bytes).value(at: 8)
    }

    /// The name's UTF-8 in the pack.
    package func name(in bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        bytes.part(at: variantsStart &+ variantCount &* PackTable.variantLength, count: nameLength)
    }
}

/// A variant of a record: where the index has it, which is within the index, and where its data lies, which is within the
/// pack. ``PackTable`` hands out no other.
///
/// Valid for the bytes from which it was read. It is as small as it can be, and what few callers ask for stays in the index: with
/// a theme beside it, an answer goes through four registers.
package struct PackRecordVariant: Sendable {
    package let record: PackRecord
    private let dataStart: UInt32
    private let dataLength: UInt32
    /// Its place among the record's variants.
    private let index: UInt8
    /// For a resource, 1.
    package let scale: Scale

    /// - Parameters:
    ///   - index: below the record's number of variants.
    ///   - dataStart: within the pack, which has at most 4 GiB - 2.
    ///   - dataLength: no more than the pack has from there.
    @inline(__always)
    init(_ record: PackRecord, index: Int, scale: Scale, dataStart: UInt64, dataLength: UInt64) {
        (self.record, self.index, self.scale) = (record, UInt8(truncatingIfNeeded: index), scale)
        self.dataStart = UInt32(truncatingIfNeeded: dataStart)
        self.dataLength = UInt32(truncatingIfNeeded: dataLength)
    }

    /// Where the index has the variant, in steps of eight bytes from its start: another one for each variant, whatever the
    /// file says. Below ``PackTable/placeCount``.
    package var place: Int { (start - PackIndex.start) / 8 }

    private var start: Int { record.variantsStart + Int(index) * PackTable.variantLength }

    /// The variant's number within the pack, from 0.
    package func ordinal(in bytes: UnsafeRawBufferPointer) -> Int { Int(entry(in: bytes).value(at: 28) as UInt32) }

    /// Of the data.
    package var byteCount: Int { Int(dataLength) }

    package func data(in bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        bytes.part(at: Int(dataStart), count: Int(dataLength))
    }

    /// For a resource, zero.
    package func size(in bytes: UnsafeRawBufferPointer) -> PixelSize {
        let entry = entry(in: bytes)
        return PixelSize(width: entry.value(at: 16), height: entry.value(at: 20))
    }

    package func digest(in bytes: UnsafeRawBufferPointer) -> ContentDigest { entry(in: bytes).digest(at: 32) }

    /// Where the data lies.
    package func stored(in bytes: UnsafeRawBufferPointer) -> StoredBytes {
        StoredBytes(offset: UInt64(dataStart), length: UInt64(dataLength), digest: digest(in: bytes))
    }

    private func entry(in bytes: UnsafeRawBufferPointer) -> IndexReader {
        IndexReader(checked: bytes.part(at: start, count: PackTable.variantLength))
    }
}
