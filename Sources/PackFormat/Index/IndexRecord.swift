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
        Int(bytes.value(at: Int(start) &+ IndexField.Record.length) as UInt32)
    }

    func hash(in bytes: UnsafeRawBufferPointer) -> UInt64 {
        bytes.value(at: Int(start) &+ IndexField.Record.nameHash)
    }

    package func name(in bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        bytes.part(at: variantsStart &+ variantCount &* IndexTable.variantLength, count: nameLength)
    }
}

/// A record of a new index.
struct NewIndexRecord {
    let kind: IndexRecordKind
    let name: String
    let variants: [PackVariant]
    let template: UInt16
    let firstOrdinal: Int
    let hash: UInt64

    /// Images first, then resources, each in the order of names.
    static func forEach(of contents: PackContents, _ body: (NewIndexRecord) -> Void) {
        var ordinal = 0
        func add(_ kind: IndexRecordKind, _ path: PortablePath, _ variants: [PackVariant], template: UInt16 = 0) {
            let name = path.string
            body(
                NewIndexRecord(
                    kind: kind, name: name, variants: variants, template: template, firstOrdinal: ordinal,
                    hash: XXHash64.hash(name)))
            ordinal += variants.count
        }
        for image in contents.images { add(.image, image.name.path, image.variants, template: image.template) }
        let none = PixelSize(width: 0, height: 0)
        for resource in contents.resources {
            add(.resource, resource.path, [PackVariant(scale: .one, size: none, stored: resource.stored)])
        }
    }

    private var nameStart: Int { IndexTable.recordHeaderLength + variants.count * IndexTable.variantLength }

    var length: Int { PackIndex.roundedUpToEight(nameStart + name.utf8.count) }

    func slot(slotCount: Int) -> Int { Int(hash & UInt64(slotCount - 1)) }

    /// - Parameter record: ``length`` zeros.
    func put(in record: UnsafeMutableRawBufferPointer) {
        record.put(UInt32(length), at: IndexField.Record.length)
        record.put(
            UInt32(name.utf8.count) | UInt32(kind.rawValue) << 16 | UInt32(variants.count) << 24,
            at: IndexField.Record.nameLengthKindCount)
        record.put(hash, at: IndexField.Record.nameHash)
        record.put(name.utf8, at: nameStart)
        for (number, variant) in variants.enumerated() {
            let start = IndexTable.recordHeaderLength + number * IndexTable.variantLength
            record.put(variant.stored.offset, at: start + IndexField.Variant.dataStart)
            record.put(variant.stored.length, at: start + IndexField.Variant.dataLength)
            record.put(variant.size.width, at: start + IndexField.Variant.width)
            record.put(variant.size.height, at: start + IndexField.Variant.height)
            record.put(UInt16(variant.scale.factor), at: start + IndexField.Variant.scale)
            record.put(template, at: start + IndexField.Variant.template)
            record.put(UInt32(firstOrdinal + number), at: start + IndexField.Variant.ordinal)
            record.put(variant.stored.digest, at: start + IndexField.Variant.digest)
        }
    }
}

/// The number and the bytes of the records of each hash slot of a new index.
struct RecordSlots {
    private(set) var counts: [Int]
    private(set) var lengths: [Int]

    init(of contents: PackContents, slotCount: Int) {
        counts = Array(repeating: 0, count: slotCount)
        lengths = counts
        NewIndexRecord.forEach(of: contents) { record in
            let slot = record.slot(slotCount: slotCount)
            counts[slot] += 1
            lengths[slot] += record.length
        }
    }

    /// The bytes of all blocks.
    var blocksLength: Int {
        counts.count { $0 > 0 } * IndexTable.blockHeaderLength + lengths.reduce(0, +)
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
        Int(fields(in: bytes).value(at: IndexField.Variant.ordinal) as UInt32)
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
