/// A little-endian number in a header. Source: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
struct ZipField<Number: FixedWidthInteger & Sendable>: Sendable {
    /// In bytes, from the start of the header.
    let offset: Int

    init(_ offset: Int) { self.offset = offset }

    var end: Int { offset + MemoryLayout<Number>.size }
}

/// The fields that an entry's local and central headers share, in the same order.
struct ZipEntryFields: Sendable {
    let versionNeeded: ZipField<UInt16>
    let flags: ZipField<UInt16>
    let compression: ZipField<UInt16>
    let timeAndDate: ZipField<UInt32>
    let crc: ZipField<UInt32>
    let compressedLength: ZipField<UInt32>
    let length: ZipField<UInt32>
    let nameLength: ZipField<UInt16>
    let extraFieldLength: ZipField<UInt16>

    init(at start: Int) {
        versionNeeded = ZipField(start)
        flags = ZipField(start + 2)
        compression = ZipField(start + 4)
        timeAndDate = ZipField(start + 6)
        crc = ZipField(start + 10)
        compressedLength = ZipField(start + 14)
        length = ZipField(start + 18)
        nameLength = ZipField(start + 22)
        extraFieldLength = ZipField(start + 24)
    }

    /// The version that reads stored files.
    static let storedVersion: UInt16 = 10  // 1.0
    /// The flag of a name in UTF-8. An ASCII name does not need it.
    static let utf8Flag: UInt16 = 0x0800
}

/// 4.3.7: the header before an entry's name and data.
enum ZipLocalHeader {
    static let signature = ZipField<UInt32>(0)
    static let entry = ZipEntryFields(at: 4)
    static let byteCount = entry.extraFieldLength.end

    static let signatureValue: UInt32 = 0x0403_4B50
}

/// 4.3.12: the header of an entry in the central directory. The name follows.
enum ZipCentralHeader {
    static let signature = ZipField<UInt32>(0)
    static let writerVersion = ZipField<UInt8>(4)
    static let writerSystem = ZipField<UInt8>(5)
    static let entry = ZipEntryFields(at: 6)
    static let commentLength = ZipField<UInt16>(32)
    static let disk = ZipField<UInt16>(34)
    static let internalAttributes = ZipField<UInt16>(36)
    static let externalAttributes = ZipField<UInt32>(38)
    static let localHeaderOffset = ZipField<UInt32>(42)
    static let byteCount = localHeaderOffset.end

    static let signatureValue: UInt32 = 0x0201_4B50
    static let writerVersionValue: UInt8 = 63  // 6.3
    static let unix: UInt8 = 3
    /// A regular file. The upper half is its Unix mode.
    static let fileMode0644: UInt32 = 0o100644 << 16
}

/// 4.3.14: the end record of an archive with more than 65,535 entries.
enum Zip64EndRecord {
    static let signature = ZipField<UInt32>(0)
    /// The bytes of the record after this field.
    static let restLength = ZipField<UInt64>(4)
    static let writerVersion = ZipField<UInt16>(12)
    static let versionNeeded = ZipField<UInt16>(14)
    static let disk = ZipField<UInt32>(16)
    static let directoryDisk = ZipField<UInt32>(20)
    static let diskEntryCount = ZipField<UInt64>(24)
    static let entryCount = ZipField<UInt64>(32)
    static let directoryLength = ZipField<UInt64>(40)
    static let directoryOffset = ZipField<UInt64>(48)
    static let byteCount = directoryOffset.end

    static let signatureValue: UInt32 = 0x0606_4B50
    static let restLengthValue = UInt64(byteCount - restLength.end)
    /// The version that introduced zip64.
    static let version: UInt16 = 45  // 4.5
}

/// 4.3.15: the record that contains the offset of the zip64 end record.
enum Zip64Locator {
    static let signature = ZipField<UInt32>(0)
    static let disk = ZipField<UInt32>(4)
    static let endRecordOffset = ZipField<UInt64>(8)
    static let diskCount = ZipField<UInt32>(16)
    static let byteCount = diskCount.end

    static let signatureValue: UInt32 = 0x0706_4B50
}

/// 4.3.16: the last bytes of an archive.
enum ZipEndRecord {
    static let signature = ZipField<UInt32>(0)
    static let disk = ZipField<UInt16>(4)
    static let directoryDisk = ZipField<UInt16>(6)
    static let diskEntryCount = ZipField<UInt16>(8)
    static let entryCount = ZipField<UInt16>(10)
    static let directoryLength = ZipField<UInt32>(12)
    static let directoryOffset = ZipField<UInt32>(16)
    static let commentLength = ZipField<UInt16>(20)
    static let byteCount = commentLength.end

    static let signatureValue: UInt32 = 0x0605_4B50
}
