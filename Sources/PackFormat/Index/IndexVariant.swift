package import ThemeModel

/// A variant of an image in the index, or a resource. ``PackTable`` has checked that its data lies within the pack.
///
/// It is valid for the bytes that it was read from. It is small, so that an answer fits into four registers.
package struct IndexVariant: Sendable {
    package let record: IndexRecord
    private let dataStart: UInt32
    private let dataLength: UInt32
    private let index: UInt8
    /// 1 for a resource.
    package let scale: Scale

    @inline(__always)
    init(_ record: IndexRecord, index: Int, scale: Scale, dataStart: UInt64, dataLength: UInt64) {
        (self.record, self.index, self.scale) = (record, UInt8(truncatingIfNeeded: index), scale)
        self.dataStart = UInt32(truncatingIfNeeded: dataStart)
        self.dataLength = UInt32(truncatingIfNeeded: dataLength)
    }

    /// The position in the index, in steps of eight bytes. It is unique even in a forged file, unlike the ordinal.
    package var indexPosition: Int { (start - PackIndex.start) / 8 }

    private var start: Int { record.variantsStart + Int(index) * PackTable.variantLength }

    /// The variant's number within the pack, from 0.
    package func ordinal(in bytes: UnsafeRawBufferPointer) -> Int {
        Int(entry(in: bytes).value(at: IndexField.Variant.ordinal) as UInt32)
    }

    package var byteCount: Int { Int(dataLength) }

    package func data(in bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        bytes.part(at: Int(dataStart), count: Int(dataLength))
    }

    /// Zero for a resource.
    package func size(in bytes: UnsafeRawBufferPointer) -> PixelSize {
        let entry = entry(in: bytes)
        return PixelSize(
            width: entry.value(at: IndexField.Variant.width), height: entry.value(at: IndexField.Variant.height))
    }

    package func digest(in bytes: UnsafeRawBufferPointer) -> ContentDigest {
        entry(in: bytes).digest(at: IndexField.Variant.digest)
    }

    package func stored(in bytes: UnsafeRawBufferPointer) -> StoredBytes {
        StoredBytes(offset: UInt64(dataStart), length: UInt64(dataLength), digest: digest(in: bytes))
    }

    private func entry(in bytes: UnsafeRawBufferPointer) -> IndexReader {
        IndexReader(checked: bytes.part(at: start, count: PackTable.variantLength))
    }
}
