package import ThemeModel
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
        nameLengthKindCount = bytes.value(at: start &+ IndexField.Record.nameLengthKindCount)
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
        bytes.length(at: Int(start) &+ IndexField.Record.length)
    }

    func hash(in bytes: UnsafeRawBufferPointer) -> UInt64 {
        bytes.value(at: Int(start) &+ IndexField.Record.nameHash)
    }

    package func name(in bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        bytes.part(at: variantsStart &+ variantCount &* IndexTable.variantLength, count: nameLength)
    }
}

/// A variant of an image in the index, or a resource. ``IndexTable`` has checked that its data lies within the pack.
///
/// It is valid for the bytes that it was read from. It is small, so that an answer fits into four registers.
package struct IndexVariant: Sendable {
    package let record: IndexRecord
    private let dataStart: UInt32
    private let dataLength: UInt32
    private let number: UInt8
    /// 1 for a resource.
    package let scale: Scale

    @inline(__always)
    init(_ record: IndexRecord, number: Int, scale: Scale, dataStart: UInt64, dataLength: UInt64) {
        self.record = record
        self.number = UInt8(truncatingIfNeeded: number)
        self.scale = scale
        self.dataStart = UInt32(truncatingIfNeeded: dataStart)
        self.dataLength = UInt32(truncatingIfNeeded: dataLength)
    }

    /// The position in the index, in steps of eight bytes. It is unique even in a forged file, unlike the ordinal.
    package var indexPosition: Int { (start - PackIndex.start) / 8 }

    private var start: Int { record.variantsStart + Int(number) * IndexTable.variantLength }

    /// The variant's number within the pack, from 0.
    package func ordinal(in bytes: UnsafeRawBufferPointer) -> Int {
        fields(in: bytes).length(at: IndexField.Variant.ordinal)
    }

    /// ``PackImage/template``
    package func template(in bytes: UnsafeRawBufferPointer) -> UInt16 {
        fields(in: bytes).value(at: IndexField.Variant.template)
    }

    package var byteCount: Int { Int(dataLength) }

    package func data(in bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        bytes.part(at: Int(dataStart), count: Int(dataLength))
    }

    /// Zero for a resource.
    package func size(in bytes: UnsafeRawBufferPointer) -> PixelSize {
        let fields = fields(in: bytes)
        return PixelSize(
            width: fields.value(at: IndexField.Variant.width), height: fields.value(at: IndexField.Variant.height))
    }

    package func digest(in bytes: UnsafeRawBufferPointer) -> ContentDigest {
        fields(in: bytes).digest(at: IndexField.Variant.digest)
    }

    package func stored(in bytes: UnsafeRawBufferPointer) -> DataReference {
        DataReference(offset: UInt64(dataStart), length: UInt64(dataLength), digest: digest(in: bytes))
    }

    private func fields(in bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        bytes.part(at: start, count: IndexTable.variantLength)
    }
}
