import ThemeModel

// See docs/decisions/07-pack-is-a-zip.md.
/// Compares the zip structure of a pack with the only one that FORMAT.md allows.
package struct ArchiveStructure {
    private let bytes: UnsafeRawBufferPointer
    /// The bytes that are checked between two calls of `release`.
    private static let releaseInterval = 2 << 20
    /// One wrong length moves all headers after it, so more defects would not help.
    private static let defectsMax = 8

    package init(of bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// Returns at most ``defectsMax`` differences from the layout that the contents of the index require.
    ///
    /// - Parameters:
    ///   - timeAndDate: the expected ``ArchiveDate/timeAndDate``; `nil` means that of the first entry.
    ///   - release: called at intervals with the number of bytes at the start that are not read again.
    package func defects(
        against contents: PackContents, timeAndDate: UInt32? = nil, release: (_ byteCount: Int) -> Void = { _ in }
    ) -> [String] {
        let indexLength = PackIndex.length(of: contents)
        let layout = ArchiveLayout(of: contents, indexLength: indexLength)
        guard layout.length <= FormatLimits.packBytes else {
            return ["its index describes \(layout.length) bytes, more than a pack can hold"]
        }
        guard layout.length == UInt64(bytes.count) else {
            return ["the file has \(bytes.count) bytes, its index describes \(layout.length)"]
        }
        var defects: [String] = []
        let firstDirectoryEntry = Int(layout.directoryOffset)
        var directoryEntry = firstDirectoryEntry
        for (entry, offset) in zip(contents.entries, layout.dataOffsets)
        where entry.stored.offset != offset && defects.count < Self.defectsMax {
            defects.append(
                "the index has '\(entry.path)' (\(entry.stored.length) bytes) at \(entry.stored.offset), "
                    + "it belongs at \(offset)")
        }
        let timeAndDate = timeAndDate ?? value(of: ZipLocalHeader.entry.timeAndDate, at: 0)
        var released = 0
        func check(_ path: String, _ offset: UInt64, _ length: UInt64) {
            let header = Int(offset) - ZipLocalHeader.byteCount - path.utf8.count
            if header - released >= Self.releaseInterval {
                release(header)
                released = header
            }
            let defect =
                localDefect(header, path, length, timeAndDate)
                ?? centralDefect(
                    at: directoryEntry, firstAt: firstDirectoryEntry, localHeaderAt: header, path, length, timeAndDate)
            if let defect { defects.append("'\(path)': \(defect)") }
            directoryEntry += ZipCentralHeader.byteCount + path.utf8.count
        }
        if defects.count < Self.defectsMax {
            check(PackContents.indexPath, UInt64(PackIndex.start), UInt64(indexLength))
        }
        for (entry, offset) in zip(contents.entries, layout.dataOffsets) where defects.count < Self.defectsMax {
            check(entry.path, offset, entry.stored.length)
        }
        if defects.isEmpty, let defect = endDefect(layout, count: layout.dataOffsets.count + 1) {
            defects.append(defect)
        }
        return defects
    }

    /// Returns the paths of the entries whose data and header have different CRC-32s. The structure must be sound.
    package func wrongChecksums(
        of contents: PackContents, crc32: (UnsafeRawBufferPointer) -> UInt32,
        release: (_ byteCount: Int) -> Void = { _ in }
    ) -> [String] {
        var paths: [String] = []
        var released = 0
        func check(_ path: String, _ start: Int, _ length: Int) {
            let header = start - ZipLocalHeader.byteCount - path.utf8.count
            let data = UnsafeRawBufferPointer(rebasing: bytes[start..<start + length])
            if crc32(data) != value(of: ZipLocalHeader.entry.crc, at: header) { paths.append(path) }
            if start - released >= Self.releaseInterval {
                release(start)
                released = start
            }
        }
        check(PackContents.indexPath, PackIndex.start, PackIndex.length(of: contents))
        for entry in contents.entries { check(entry.path, Int(entry.stored.offset), Int(entry.stored.length)) }
        return paths
    }

    /// Returns whether the local header of an entry has this CRC-32. The structure must be sound.
    ///
    /// - Parameter start: the offset of the entry's data.
    package func hasChecksum(_ checksum: UInt32, at start: Int, path: String) -> Bool {
        value(of: ZipLocalHeader.entry.crc, at: start - path.utf8.count - ZipLocalHeader.byteCount) == checksum
    }

    private func localDefect(_ header: Int, _ path: String, _ length: UInt64, _ timeAndDate: UInt32) -> String? {
        guard value(of: ZipLocalHeader.signature, at: header) == ZipLocalHeader.signatureValue else {
            return "no local header is at the required offset"
        }
        return entryDefect(ZipLocalHeader.entry, at: header, path, length, timeAndDate, "local header")
            ?? (name(at: header + ZipLocalHeader.byteCount, is: path)
                ? nil : "the local header has another name")
    }

    private func centralDefect(
        at: Int, firstAt first: Int, localHeaderAt header: Int, _ path: String, _ length: UInt64, _ timeAndDate: UInt32
    ) -> String? {
        guard value(of: ZipCentralHeader.signature, at: at) == ZipCentralHeader.signatureValue else {
            return "no directory entry is at the required offset"
        }
        let central = ZipCentralHeader.entry
        let local = ZipLocalHeader.entry
        if let defect = entryDefect(central, at: at, path, length, timeAndDate, "directory entry") { return defect }
        guard value(of: central.crc, at: at) == value(of: local.crc, at: header) else {
            return "local header and directory entry have different CRCs"
        }
        guard value(of: central.versionNeeded, at: at) == value(of: local.versionNeeded, at: header),
            value(of: central.flags, at: at) == value(of: local.flags, at: header)
        else { return "local header and directory entry differ" }
        guard value(of: ZipCentralHeader.commentLength, at: at) == 0, value(of: ZipCentralHeader.disk, at: at) == 0,
            value(of: ZipCentralHeader.internalAttributes, at: at) == 0
        else { return "the directory entry has a comment, a disk number or attributes" }
        guard value(of: ZipCentralHeader.writerSystem, at: at) == ZipCentralHeader.unix,
            value(of: ZipCentralHeader.externalAttributes, at: at) == ZipCentralHeader.fileMode0644
        else { return "the directory entry has another file mode than 0644" }
        // Any tool may have written the pack, but one tool wrote all entries.
        let version = ZipCentralHeader.writerVersion
        guard value(of: version, at: at) == value(of: version, at: first) else {
            return "the directory entry was made by another version of zip than the first one"
        }
        guard value(of: ZipCentralHeader.localHeaderOffset, at: at) == UInt32(header) else {
            return "the directory entry points elsewhere than to the local header"
        }
        return name(at: at + ZipCentralHeader.byteCount, is: path)
            ? nil : "the directory entry has another name"
    }

    private func entryDefect(
        _ fields: ZipEntryFields, at header: Int, _ path: String, _ length: UInt64, _ timeAndDate: UInt32,
        _ kind: String
    ) -> String? {
        guard value(of: fields.versionNeeded, at: header) <= Zip64EndRecord.version else {
            return "the \(kind) needs a newer unzip"
        }
        guard value(of: fields.flags, at: header) == (path.isASCII ? 0 : ZipEntryFields.utf8Flag) else {
            return "the \(kind) has wrong flags (such as encrypted, or of unknown length)"
        }
        guard value(of: fields.compression, at: header) == 0 else {
            return "the \(kind) says that the data is compressed"
        }
        guard value(of: fields.timeAndDate, at: header) == timeAndDate else {
            return "the \(kind) has another time stamp than required"
        }
        guard value(of: fields.compressedLength, at: header) == UInt32(length),
            value(of: fields.length, at: header) == UInt32(length)
        else { return "the \(kind) has another length than the index lists" }
        guard value(of: fields.nameLength, at: header) == UInt16(path.utf8.count) else {
            return "the \(kind) has a name of another length"
        }
        return value(of: fields.extraFieldLength, at: header) == 0 ? nil : "the \(kind) has an extra field"
    }

    private func endDefect(_ layout: ArchiveLayout, count: Int) -> String? {
        var at = Int(layout.directoryOffset + layout.directoryLength)
        let directory = layout.directoryOffset
        let length = layout.directoryLength
        if layout.hasZip64EndRecord {
            guard value(of: Zip64EndRecord.signature, at: at) == Zip64EndRecord.signatureValue,
                value(of: Zip64EndRecord.restLength, at: at) == Zip64EndRecord.restLengthValue,
                value(of: Zip64EndRecord.disk, at: at) == 0, value(of: Zip64EndRecord.directoryDisk, at: at) == 0,
                value(of: Zip64EndRecord.diskEntryCount, at: at) == UInt64(count),
                value(of: Zip64EndRecord.entryCount, at: at) == UInt64(count),
                value(of: Zip64EndRecord.directoryLength, at: at) == length,
                value(of: Zip64EndRecord.directoryOffset, at: at) == directory
            else { return "the zip64 end record does not have the directory's offset and size" }
            let locator = at + Zip64EndRecord.byteCount
            guard value(of: Zip64Locator.signature, at: locator) == Zip64Locator.signatureValue,
                value(of: Zip64Locator.disk, at: locator) == 0,
                value(of: Zip64Locator.endRecordOffset, at: locator) == UInt64(at),
                value(of: Zip64Locator.diskCount, at: locator) == 1
            else { return "the zip64 locator does not have the end record's offset" }
            at = locator + Zip64Locator.byteCount
        }
        let shortCount = UInt16(clamping: count)
        guard value(of: ZipEndRecord.signature, at: at) == ZipEndRecord.signatureValue,
            value(of: ZipEndRecord.disk, at: at) == 0, value(of: ZipEndRecord.directoryDisk, at: at) == 0,
            value(of: ZipEndRecord.diskEntryCount, at: at) == shortCount,
            value(of: ZipEndRecord.entryCount, at: at) == shortCount
        else { return "the end record does not have its signature, disk 0 and the number of entries" }
        // With a zip64 record, these fields may also refer to it.
        let elsewhere = layout.hasZip64EndRecord ? [UInt32.max] : []
        guard ([UInt32(length)] + elsewhere).contains(value(of: ZipEndRecord.directoryLength, at: at)),
            ([UInt32(directory)] + elsewhere).contains(value(of: ZipEndRecord.directoryOffset, at: at))
        else { return "the end record does not have the directory's offset and size" }
        return value(of: ZipEndRecord.commentLength, at: at) == 0 ? nil : "the archive has a comment"
    }

    private func name(at offset: Int, is path: String) -> Bool {
        let name = UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + path.utf8.count])
        return path.utf8.withContiguousStorageIfAvailable { UTF8Order.equal(UnsafeRawBufferPointer($0), name) }
            ?? name.elementsEqual(path.utf8)
    }

    /// The layout's length equals the file's, so the field lies within the file.
    private func value<Number>(of field: ZipField<Number>, at start: Int) -> Number {
        bytes.value(at: start + field.offset)
    }
}
