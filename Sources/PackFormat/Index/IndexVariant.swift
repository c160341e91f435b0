package import ThemeModel

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

    private func fields(in bytes: UnsafeRawBufferPointer) -> IndexReader {
        IndexReader(checked: bytes.part(at: start, count: IndexTable.variantLength))
    }
}
