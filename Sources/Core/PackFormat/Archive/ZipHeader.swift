import ThemeModel
import ThemeSystem

/// A little-endian number in a header. Source: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
struct ZipField<Number: FixedWidthInteger & Sendable>: Sendable {
    /// In bytes, from the start of the header.
    let offset: Int

    init(_ offset: Int) { self.offset = offset }

    var end: Int { offset + MemoryLayout<Number>.size }

    func means(_ meaning: String) -> ZipDifference { ZipDifference(field: offset..<end, meaning: meaning) }
}

/// A field of a header, with the message if its bytes are not those that FORMAT.md requires.
struct ZipDifference: Sendable {
    /// From the start of the header.
    let field: Range<Int>
    let meaning: String

    func moved(by distance: Int) -> ZipDifference {
        ZipDifference(field: field.lowerBound + distance..<field.upperBound + distance, meaning: meaning)
    }
}

/// The versions of zip in headers, of which any tool writes its own.
package struct ZipVersions: Sendable {
    /// The version that reads the entry.
    var needed = ZipEntryFields.storedVersion
    var writer = ZipCentralHeader.writerVersionValue
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

    /// The differences of a header, in the order in which they are looked for. The checksum and the version are not
    /// among them.
    func differences(of header: String) -> [ZipDifference] {
        [
            flags.means("the \(header) has wrong flags (such as encrypted, or of unknown length)"),
            compression.means("the \(header) says that the data is compressed"),
            timeAndDate.means("the \(header) has another time stamp than required"),
            compressedLength.means("the \(header) has another length than the index lists"),
            length.means("the \(header) has another length than the index lists"),
            nameLength.means("the \(header) has a name of another length"),
            extraFieldLength.means("the \(header) has an extra field"),
        ]
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
    static let signatureBytes: [UInt8] = [0x50, 0x4B, 3, 4]

    static let differences =
        [
            signature.means("no local header is at the required offset"),
            entry.versionNeeded.means("the local header needs a newer unzip"),
        ] + entry.differences(of: "local header") + [
            ZipDifference(field: byteCount..<Int.max, meaning: "the local header has another name")
        ]
}

/// 4.3.12: the header of an entry in the central directory. The name follows.
package enum ZipCentralHeader {
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
    package static let fileMode0644: UInt32 = 0o100644 << 16

    private static let comment = "the directory entry has a comment, a disk number or attributes"
    private static let mode = "the directory entry has another file mode than 0644"
    static let differences =
        [signature.means("no directory entry is at the required offset")]
        + entry.differences(of: "directory entry") + [
            entry.crc.means("local header and directory entry have different CRCs"),
            entry.versionNeeded.means("the directory entry needs another version of unzip than the local header"),
            commentLength.means(comment), disk.means(comment), internalAttributes.means(comment),
            writerSystem.means(mode), externalAttributes.means(mode),
            writerVersion.means("the directory entry was made by another version of zip than the first one"),
            localHeaderOffset.means("the directory entry points elsewhere than to the local header"),
            ZipDifference(field: byteCount..<Int.max, meaning: "the directory entry has another name"),
        ]
}

/// 4.3.14: the end record of an archive with more than 65,535 entries.
enum Zip64EndRecord {
    static let byteCount = 56
    static let signatureValue: UInt32 = 0x0606_4B50
    /// The version that introduced zip64.
    static let version: UInt16 = 45  // 4.5

    /// That of the writer, and the needed one.
    static let versions = [ZipField<UInt16>(12), ZipField<UInt16>(14)]
    /// Those of this record and of the locator after it.
    static let differences = [
        ZipDifference(
            field: 0..<byteCount, meaning: "the zip64 end record does not have the directory's offset and size"),
        ZipDifference(
            field: byteCount..<byteCount + Zip64Locator.byteCount,
            meaning: "the zip64 locator does not have the end record's offset"),
    ]
}

/// 4.3.15: the record that contains the offset of the zip64 end record.
enum Zip64Locator {
    static let byteCount = 20
    static let signatureValue: UInt32 = 0x0706_4B50
}

/// 4.3.16: the last bytes of an archive.
enum ZipEndRecord {
    static let directoryLength = ZipField<UInt32>(12)
    static let directoryOffset = ZipField<UInt32>(16)
    static let commentLength = ZipField<UInt16>(20)
    static let byteCount = commentLength.end

    static let signatureValue: UInt32 = 0x0605_4B50

    static let directory = [directoryLength, directoryOffset]
    static let differences = [
        ZipDifference(
            field: 0..<directoryLength.offset,
            meaning: "the end record does not have its signature, disk 0 and the number of entries"),
        ZipDifference(
            field: directoryLength.offset..<commentLength.offset,
            meaning: "the end record does not have the directory's offset and size"),
        commentLength.means("the archive has a comment"),
    ]
}

extension ByteWriter {
    /// - Parameters:
    ///   - length: less than 4 GiB.
    ///   - offset: the offset of the local header.
    mutating func addCentralHeader(
        of path: some Collection<UInt8>, length: Int, crc: UInt32, date: ArchiveDate, versions: ZipVersions, offset: Int
    ) {
        typealias Header = ZipCentralHeader
        // The rest is zero: not compressed, no extra field, no comment, disk 0, no internal attributes.
        add(count: Header.byteCount + path.count) { header in
            let entry = Header.entry
            header.put(Header.signatureValue, in: Header.signature)
            header.put(versions.writer, in: Header.writerVersion)
            header.put(Header.unix, in: Header.writerSystem)
            header.put(versions.needed, in: entry.versionNeeded)
            header.put(path.allSatisfy { $0 < 0x80 } ? 0 : ZipEntryFields.utf8Flag, in: entry.flags)
            header.put(date.timeAndDate, in: entry.timeAndDate)
            header.put(crc, in: entry.crc)
            header.put(UInt32(length), in: entry.compressedLength)
            header.put(UInt32(length), in: entry.length)
            header.put(UInt16(path.count), in: entry.nameLength)
            header.put(Header.fileMode0644, in: Header.externalAttributes)
            header.put(UInt32(offset), in: Header.localHeaderOffset)
            header.put(path, at: Header.byteCount)
        }
    }

    /// - Parameter directory: the range of the central directory.
    mutating func addArchiveEnd(count: Int, directory: Range<Int>) {
        if count > ArchiveLayout.entryCountMaxWithoutZip64 { addZip64End(count: count, directory: directory) }
        add(ZipEndRecord.signatureValue)
        add(UInt32(0))  // disks
        add(UInt16(clamping: count))
        add(UInt16(clamping: count))
        add(UInt32(directory.count))
        add(UInt32(directory.lowerBound))
        add(UInt16(0))  // no comment
    }

    private mutating func addZip64End(count: Int, directory: Range<Int>) {
        add(Zip64EndRecord.signatureValue)
        add(UInt64(Zip64EndRecord.byteCount - 12))  // what follows this field
        add(Zip64EndRecord.version)
        add(Zip64EndRecord.version)
        add(UInt64(0))  // disks
        add(UInt64(count))
        add(UInt64(count))
        add(UInt64(directory.count))
        add(UInt64(directory.lowerBound))
        add(Zip64Locator.signatureValue)
        add(UInt32(0))  // disk
        add(UInt64(directory.upperBound))
        add(UInt32(1))  // disks
    }
}

package struct ArchiveDate: Hashable, Sendable {
    /// 1980-01-01 00:00, the first moment that zip can store.
    package static let earliest = ArchiveDate(time: 0, date: 1 << 5 | 1)

    package let time: UInt16
    package let date: UInt16

    package var timeAndDate: UInt32 { UInt32(date) << 16 | UInt32(time) }

    package init(time: UInt16, date: UInt16) {
        self.time = time
        self.date = date
    }

    package init(timeAndDate: UInt32) {
        self.init(time: UInt16(truncatingIfNeeded: timeAndDate), date: UInt16(timeAndDate >> 16))
    }

    /// Converts seconds since 1970 to a time in UTC. Odd seconds are rounded down, and years outside 1980 to 2107 are
    /// clamped. https://reproducible-builds.org/specs/source-date-epoch/
    package init(secondsSince1970 seconds: Int64) {
        let storable: ClosedRange<Int64> = 315_532_800...4_354_819_198
        var moment = time_t(min(max(seconds, storable.lowerBound), storable.upperBound))
        var parts = tm()
        gmtime_r(&moment, &parts)
        time = UInt16(parts.tm_hour << 11 | parts.tm_min << 5 | parts.tm_sec / 2)
        // `tm` counts years from 1900 and months from 0.
        date = UInt16((parts.tm_year - 80) << 9 | (parts.tm_mon + 1) << 5 | parts.tm_mday)
    }
}

extension UnsafeMutableRawBufferPointer {
    fileprivate func put<Number>(_ number: Number, in field: ZipField<Number>) { put(number, at: field.offset) }
}
