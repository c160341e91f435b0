import ThemeModel

/// The values that an entry's headers are written from.
package struct ZipEntryDescription: Sendable {
    package let path: String
    let length: UInt32
    let crc: UInt32
    let date: ArchiveDate

    /// - Parameter length: less than 4 GiB.
    package init(path: String, length: Int, crc: UInt32, date: ArchiveDate) {
        self.path = path
        self.length = UInt32(length)
        self.crc = crc
        self.date = date
    }
}

extension ByteWriter {
    package mutating func addLocalHeader(of entry: ZipEntryDescription) {
        let start = addZeros(ZipLocalHeader.byteCount)
        put(ZipLocalHeader.signatureValue, ZipLocalHeader.signature, inHeaderAt: start)
        put(entry, ZipLocalHeader.entry, inHeaderAt: start)
        add(raw: entry.path.utf8)
    }

    /// - Parameter offset: the offset of the local header.
    package mutating func addCentralHeader(of entry: ZipEntryDescription, offset: Int) {
        let start = addZeros(ZipCentralHeader.byteCount)
        put(ZipCentralHeader.signatureValue, ZipCentralHeader.signature, inHeaderAt: start)
        put(ZipCentralHeader.writerVersionValue, ZipCentralHeader.writerVersion, inHeaderAt: start)
        put(ZipCentralHeader.unix, ZipCentralHeader.writerSystem, inHeaderAt: start)
        put(entry, ZipCentralHeader.entry, inHeaderAt: start)
        put(ZipCentralHeader.fileMode0644, ZipCentralHeader.externalAttributes, inHeaderAt: start)
        put(UInt32(offset), ZipCentralHeader.localHeaderOffset, inHeaderAt: start)
        add(raw: entry.path.utf8)
    }

    /// - Parameter directory: the range of the central directory.
    package mutating func addArchiveEnd(count: Int, directory: Range<Int>) {
        if count > ArchiveLayout.entryCountMaxWithoutZip64 { addZip64End(count: count, directory: directory) }
        let start = addZeros(ZipEndRecord.byteCount)
        put(ZipEndRecord.signatureValue, ZipEndRecord.signature, inHeaderAt: start)
        put(UInt16(clamping: count), ZipEndRecord.diskEntryCount, inHeaderAt: start)
        put(UInt16(clamping: count), ZipEndRecord.entryCount, inHeaderAt: start)
        put(UInt32(directory.count), ZipEndRecord.directoryLength, inHeaderAt: start)
        put(UInt32(directory.lowerBound), ZipEndRecord.directoryOffset, inHeaderAt: start)
    }

    private mutating func addZip64End(count: Int, directory: Range<Int>) {
        var start = addZeros(Zip64EndRecord.byteCount)
        put(Zip64EndRecord.signatureValue, Zip64EndRecord.signature, inHeaderAt: start)
        put(Zip64EndRecord.restLengthValue, Zip64EndRecord.restLength, inHeaderAt: start)
        put(Zip64EndRecord.version, Zip64EndRecord.writerVersion, inHeaderAt: start)
        put(Zip64EndRecord.version, Zip64EndRecord.versionNeeded, inHeaderAt: start)
        put(UInt64(count), Zip64EndRecord.diskEntryCount, inHeaderAt: start)
        put(UInt64(count), Zip64EndRecord.entryCount, inHeaderAt: start)
        put(UInt64(directory.count), Zip64EndRecord.directoryLength, inHeaderAt: start)
        put(UInt64(directory.lowerBound), Zip64EndRecord.directoryOffset, inHeaderAt: start)
        start = addZeros(Zip64Locator.byteCount)
        put(Zip64Locator.signatureValue, Zip64Locator.signature, inHeaderAt: start)
        put(UInt64(directory.upperBound), Zip64Locator.endRecordOffset, inHeaderAt: start)
        put(1, Zip64Locator.diskCount, inHeaderAt: start)
    }

    private mutating func put(_ entry: ZipEntryDescription, _ fields: ZipEntryFields, inHeaderAt start: Int) {
        put(ZipEntryFields.storedVersion, fields.versionNeeded, inHeaderAt: start)
        put(entry.path.isASCII ? 0 : ZipEntryFields.utf8Flag, fields.flags, inHeaderAt: start)
        put(entry.date.timeAndDate, fields.timeAndDate, inHeaderAt: start)
        put(entry.crc, fields.crc, inHeaderAt: start)
        put(entry.length, fields.compressedLength, inHeaderAt: start)
        put(entry.length, fields.length, inHeaderAt: start)
        put(UInt16(entry.path.utf8.count), fields.nameLength, inHeaderAt: start)
    }

    private mutating func put<Number>(_ number: Number, _ field: ZipField<Number>, inHeaderAt start: Int) {
        put(number, at: start + field.offset)
    }
}
