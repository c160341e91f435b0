package import ThemeModel

/// The position of a variant in the index, and the range of its data in the pack. ``PackTable`` checks both.
///
/// It is valid for the bytes from which it was read. It is small, so that an answer with a theme fits into four
/// registers. Rarely used fields are read from the index.
package struct IndexVariant: Sendable {
    package let record: IndexRecord
    private let dataStart: UInt32
    private let dataLength: UInt32
    private let index: UInt8
    /// The scale; 1 for a resource.
    package let scale: Scale

    /// - Parameters:
    ///   - index: less than the record's number of variants.
    ///   - dataStart: an offset within the pack, which has at most 4 GiB - 2.
    ///   - dataLength: at most the bytes of the pack from there on.
    @inline(__always)
    init(_ record: IndexRecord, index: Int, scale: Scale, dataStart: UInt64, dataLength: UInt64) {
        (self.record, self.index, self.scale) = (record, UInt8(truncatingIfNeeded: index), scale)
        self.dataStart = UInt32(truncatingIfNeeded: dataStart)
        self.dataLength = UInt32(truncatingIfNeeded: dataLength)
    }

    /// The position in the index, in steps of eight bytes. Two variants differ in it even in a forged file. It is less
    /// than ``PackTable/indexPositionCount``.
    package var indexPosition: Int { (start - PackIndex.start) / 8 }

    private var start: Int { record.variantsStart + Int(index) * PackTable.variantLength }

    /// Reads the variant's number within the pack, from 0.
    package func ordinal(in bytes: UnsafeRawBufferPointer) -> Int { Int(entry(in: bytes).value(at: 28) as UInt32) }

    /// The bytes of the data.
    package var byteCount: Int { Int(dataLength) }

    package func data(in bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        bytes.part(at: Int(dataStart), count: Int(dataLength))
    }

    /// Reads the size in pixels; zero for a resource.
    package func size(in bytes: UnsafeRawBufferPointer) -> PixelSize {
        let entry = entry(in: bytes)
        return PixelSize(width: entry.value(at: 16), height: entry.value(at: 20))
    }

    package func digest(in bytes: UnsafeRawBufferPointer) -> ContentDigest { entry(in: bytes).digest(at: 32) }

    package func stored(in bytes: UnsafeRawBufferPointer) -> StoredBytes {
        StoredBytes(offset: UInt64(dataStart), length: UInt64(dataLength), digest: digest(in: bytes))
    }

    private func entry(in bytes: UnsafeRawBufferPointer) -> IndexReader {
        IndexReader(checked: bytes.part(at: start, count: PackTable.variantLength))
    }
}
