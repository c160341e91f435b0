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
    let nameLength: UInt16
    private let variants: UInt8
    package let kind: PackRecordKind

    init(start: Int, nameLength: UInt16, variants: UInt8, kind: PackRecordKind) {
        (self.start, self.nameLength, self.variants, self.kind) = (UInt32(start), nameLength, variants, kind)
    }

    package var variantCount: Int { Int(variants) }
    /// From the start of the pack.
    var variantsStart: Int { Int(start) + PackTable.recordHeaderLength }

    /// The hash that the record says the name has.
    func hash(in bytes: UnsafeRawBufferPointer) -> UInt64 {
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: Int(start) + 8, as: UInt64.self))
    }

    /// The name's UTF-8 in the pack.
    package func name(in bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        bytes.part(at: variantsStart + variantCount * PackTable.variantLength, count: Int(nameLength))
    }
}

/// A variant of a record, and where its data lies. Both are within the pack: ``PackTable`` hands out no other.
///
/// Valid for the bytes from which it was read. What few callers ask for stays there: with a reference beside it this goes
/// through four registers.
package struct PackRecordVariant: Sendable {
    package let record: PackRecord
    /// From the start of the pack.
    private let offset: UInt32
    private let length: UInt32
    private let number: UInt32
    /// Its place among the record's variants.
    private let index: UInt8
    /// For a resource, 1.
    package let scale: Scale

    init(_ record: PackRecord, index: Int, scale: Scale, offset: UInt64, length: UInt64, number: UInt32) {
        (self.record, self.index, self.scale) = (record, UInt8(index), scale)
        (self.offset, self.length, self.number) = (UInt32(offset), UInt32(length), number)
    }

    /// The variant's number within the pack, from 0 and below ``PackTable/entryCount``.
    package var ordinal: Int { Int(number) }

    /// Where the index has the variant, in steps of eight bytes from its start: another one for each variant, whatever the
    /// file says. Below ``PackTable/placeCount``.
    package var place: Int { (start - PackIndex.start) / 8 }

    private var start: Int { record.variantsStart + Int(index) * PackTable.variantLength }

    package var byteCount: Int { Int(length) }

    /// The data.
    package func data(in bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        bytes.part(at: Int(offset), count: Int(length))
    }

    /// For a resource, zero.
    package func size(in bytes: UnsafeRawBufferPointer) -> PixelSize {
        let entry = entry(in: bytes)
        return PixelSize(width: entry.value(at: 16), height: entry.value(at: 20))
    }

    package func digest(in bytes: UnsafeRawBufferPointer) -> ContentDigest { entry(in: bytes).digest(at: 32) }

    package func stored(in bytes: UnsafeRawBufferPointer) -> StoredBytes {
        StoredBytes(offset: UInt64(offset), length: UInt64(length), digest: digest(in: bytes))
    }

    private func entry(in bytes: UnsafeRawBufferPointer) -> IndexReader {
        IndexReader(checked: bytes.part(at: start, count: PackTable.variantLength))
    }
}
