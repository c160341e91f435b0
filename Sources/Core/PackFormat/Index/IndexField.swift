package import ThemeModel

/// A part of a pack whose numbers are little-endian.
extension UnsafeRawBufferPointer {
    /// - Throws: ``PackError`` with `partName` if the part does not lie within these bytes.
    func part(at offset: Int, count: Int, _ partName: String) throws(PackError) -> UnsafeRawBufferPointer {
        guard offset >= 0, count >= 0, offset <= self.count, count <= self.count - offset else {
            throw PackError("the file ends within \(partName)")
        }
        return part(at: offset, count: count)
    }

    // The others do not check bounds.

    func part(at offset: Int, count: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: baseAddress.map { $0 + offset }, count: count)
    }

    func value<Number: FixedWidthInteger>(at offset: Int) -> Number {
        Number(littleEndian: loadUnaligned(fromByteOffset: offset, as: Number.self))
    }

    /// The number of 32 bits at an offset; `Int.max` if `Int` is too small for it. No length in memory is as large.
    func length(at offset: Int) -> Int { Int(clamping: value(at: offset) as UInt32) }

    func digest(at offset: Int) -> ContentDigest {
        ContentDigest(reading: part(at: offset, count: ContentDigest.byteCount))
    }

    func dataReference(at offset: Int, within packLength: Int) throws(PackError) -> DataReference {
        let start: UInt64 = value(at: offset + IndexField.Reference.dataStart)
        let length: UInt64 = value(at: offset + IndexField.Reference.dataLength)
        guard start <= UInt64(packLength), length <= UInt64(packLength) - start else { throw .outside }
        return DataReference(
            offset: start, length: length, digest: digest(at: offset + IndexField.Reference.digest))
    }
}

/// The offsets of the fields in each part of an index, as FORMAT.md draws them.
enum IndexField {
    enum Header {
        static let formatVersion = 8
        static let minimumReader = 10
        static let headerLength = 12
        static let packLength = 16
        static let indexLength = 24
        static let slotCount = 32
        static let imageCount = 36
        static let variantCount = 40
        static let resourceCount = 44
        static let contract = 48
        static let manifest = 80
        static let settings = 128
        static let propertyCount = 176
        static let propertiesLength = 180
        static let properties = 184
    }

    /// A reference to the data of an entry. The header has two: the manifest's and the settings'.
    enum Reference {
        static let dataStart = 0
        static let dataLength = 8
        static let digest = 16
    }

    enum Slot {
        static let block = 0
        static let blockComplement = 4
    }

    enum Block {
        static let checksum = 0
        static let length = 8
        static let recordCount = 12
    }

    enum Record {
        static let length = 0
        static let nameLengthKindCount = 4
        static let nameHash = 8
    }

    enum Variant {
        static let dataStart = 0
        static let dataLength = 8
        static let width = 16
        static let height = 20
        static let scale = 24
        static let template = 26
        static let ordinal = 28
        static let digest = 32
    }
}

/// The range of an entry's data in a pack, and its SHA-256.
package struct DataReference: Hashable, Sendable {
    package var offset: UInt64
    package var length: UInt64
    package var digest: ContentDigest

    package init(offset: UInt64 = 0, length: UInt64, digest: ContentDigest) {
        self.offset = offset
        self.length = length
        self.digest = digest
    }

    /// The offsets of the data. It must lie in a pack that a program can hold.
    package var range: Range<Int> { Int(offset)..<Int(offset + length) }

    /// Returns the data. ``PackIndex`` rejects an index that lists bytes beyond the pack's end.
    package func slice(of pack: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: pack[range])
    }
}
