import ThemeModel

/// The facts in an entry's headers.
package struct ZipEntryDescription: Sendable {
    package let path: String
    let length: UInt32
    let crc: UInt32
    let date: ArchiveDate

    /// - Parameter length: less than 4 GiB.
    package init(path: String, length: Int, crc: UInt32, date: ArchiveDate) {
        (self.path, self.length, self.crc, self.date) = (path, UInt32(length), crc, date)
    }
}

extension ByteWriter {
    package mutating func addLocalHeader(of entry: ZipEntryDescription) {
        let start = addZeros(ZipLocalHeader.byteCount)
        put(ZipLocalHeader.signatureValue, ZipLocalHeader.signature, of: start)
        put(entry, ZipLocalHeader.entry, of: start)
        add(raw: entry.path.utf8)
    }

    /// - Parameter offset: the offset of the local header.
    package mutating func addCentralHeader(of entry: ZipEntryDescription, offset: Int) {
        let start = addZeros(ZipCentralHeader.byteCount)
        put(ZipCentralHeader.signatureValue, ZipCentralHeader.signature, of: start)
        put(ZipCentralHeader.writerVersionValue, ZipCentralHeader.writerVersion, of: start)
        put(ZipCentralHeader.unix, ZipCentralHeader.writerSystem, of: start)
        put(entry, ZipCentralHeader.entry, of: start)
        put(ZipCentralHeader.fileMode0644, ZipCentralHeader.externalAttributes, of: start)
        put(UInt32(offset), ZipCentralHeader.localHeaderOffset, of: start)
        add(raw: entry.path.utf8)
    }

    /// - Parameter directory: the range of the central directory.
    package mutating func addArchiveEnd(count: Int, directory: Range<Int>) {
        if count > ArchiveLayout.shortEntryCountMax { addZip64End(count: count, directory: directory) }
        let start = addZeros(ZipEndRecord.byteCount)
        put(ZipEndRecord.signatureValue, ZipEndRecord.signature, of: start)
        put(UInt16(clamping: count), ZipEndRecord.diskEntryCount, of: start)
        put(UInt16(clamping: count), ZipEndRecord.entryCount, of: start)
        put(UInt32(directory.count), ZipEndRecord.directoryLength, of: start)
        put(UInt32(directory.lowerBound), ZipEndRecord.directoryOffset, of: start)
    }

    private mutating func addZip64End(count: Int, directory: Range<Int>) {
        var start = addZeros(Zip64EndRecord.byteCount)
        put(Zip64EndRecord.signatureValue, Zip64EndRecord.signature, of: start)
        put(Zip64EndRecord.restLengthValue, Zip64EndRecord.restLength, of: start)
        put(Zip64EndRecord.version, Zip64EndRecord.writerVersion, of: start)
        put(Zip64EndRecord.version, Zip64EndRecord.versionNeeded, of: start)
        put(UInt64(count), Zip64EndRecord.diskEntryCount, of: start)
        put(UInt64(count), Zip64EndRecord.entryCount, of: start)
        put(UInt64(directory.count), Zip64EndRecord.directoryLength, of: start)
        put(UInt64(directory.lowerBound), Zip64EndRecord.directoryOffset, of: start)
        start = addZeros(Zip64Locator.byteCount)
        put(Zip64Locator.signatureValue, Zip64Locator.signature, of: start)
        put(UInt64(directory.upperBound), Zip64Locator.endRecordOffset, of: start)
        put(1, Zip64Locator.diskCount, of: start)
    }

    private mutating func put(_ entry: ZipEntryDescription, _ fields: ZipEntryFields, of start: Int) {
        put(ZipEntryFields.storedVersion, fields.versionNeeded, of: start)
        put(entry.path.isASCII ? 0 : ZipEntryFields.utf8Flag, fields.flags, of: start)
        put(entry.date.stamp, fields.stamp, of: start)
        put(entry.crc, fields.crc, of: start)
        put(entry.length, fields.compressedLength, of: start)
        put(entry.length, fields.length, of: start)
        put(UInt16(entry.path.utf8.count), fields.nameLength, of: start)
    }

    private mutating func put<Number>(_ number: Number, _ field: ZipField<Number>, of start: Int) {
        put(number, at: start + field.offset)
    }
}
