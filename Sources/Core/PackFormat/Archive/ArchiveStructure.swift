import ThemeModel
import ThemeSystem

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
    ///   - indexLength: that of these contents, if it is known.
    ///   - checksums: the CRC-32 of the index and of all other entries; `nil` means those of the local headers.
    ///   - newEntries: the numbers of the entries whose headers are compared, from 0, the index; `nil` means all.
    ///   - release: called at intervals with the number of bytes at the start that are not read again.
    package func defects(
        against contents: PackContents, indexLength: Int? = nil, timeAndDate: UInt32? = nil,
        checksums: [UInt32]? = nil, newEntries: Set<Int>? = nil, release: (_ byteCount: Int) -> Void = { _ in }
    ) -> [String] {
        let indexLength = indexLength ?? IndexEncoder(contents).length
        let layout = ArchiveLayout(of: contents, indexLength: indexLength)
        guard layout.length <= FormatLimits.packBytes else {
            return ["its index describes \(layout.length) bytes, more than a pack can hold"]
        }
        guard layout.length == UInt64(bytes.count) else {
            return ["the file has \(bytes.count) bytes, its index describes \(layout.length)"]
        }
        guard checksums.map({ $0.count == contents.entryCount + 1 }) != false else {
            return ["another number of entries was written than its index lists"]
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
        let date = ArchiveDate(timeAndDate: timeAndDate ?? value(of: ZipLocalHeader.entry.timeAndDate, at: 0))
        var expected = ArchiveHeaders(date: date, entryCount: 1, directoryLength: 0)
        var released = 0
        var number = 0
        func check(_ path: @autoclosure () -> String, _ pathLength: Int, _ offset: UInt64, _ length: UInt64) {
            defer {
                number += 1
                directoryEntry += ZipCentralHeader.byteCount + pathLength
            }
            guard newEntries?.contains(number) != false else { return }
            let path = path()
            let header = Int(offset) - ZipLocalHeader.byteCount - path.utf8.count
            if header - released >= Self.releaseInterval {
                release(header)
                released = header
            }
            // Any tool may have written the pack, but one tool wrote all entries.
            expected.versions = ZipVersions(
                needed: min(value(of: ZipLocalHeader.entry.versionNeeded, at: header), Zip64EndRecord.version),
                writer: value(of: ZipCentralHeader.writerVersion, at: firstDirectoryEntry))
            let checksum = checksums?[number] ?? value(of: ZipLocalHeader.entry.crc, at: header)
            expected.removeAll()
            expected.add(path.utf8, data: Int(offset)..<Int(offset + length), checksum: checksum)
            let defect =
                expected.withLocal(of: 0) { difference(at: header, from: $0, ZipLocalHeader.differences) }
                ?? expected.centralDirectory.withUnsafeBytes {
                    difference(at: directoryEntry, from: $0, ZipCentralHeader.differences)
                }
            if let defect { defects.append("'\(path)': \(defect)") }
        }
        if defects.count < Self.defectsMax {
            let path = PackContents.indexPath
            check(path, path.utf8.count, UInt64(PackIndex.start), UInt64(indexLength))
        }
        for (entry, offset) in zip(contents.entries, layout.dataOffsets) where defects.count < Self.defectsMax {
            check(entry.path, entry.pathLength, offset, entry.stored.length)
        }
        if defects.isEmpty, let defect = endDefect(layout, count: layout.dataOffsets.count + 1) {
            defects.append(defect)
        }
        return defects
    }

    /// Returns whether the local header of an entry has this CRC-32. The structure must be sound.
    ///
    /// - Parameter start: the offset of the entry's data.
    package func hasChecksum(_ checksum: UInt32, at start: Int, path: String) -> Bool {
        value(of: ZipLocalHeader.entry.crc, at: start - path.utf8.count - ZipLocalHeader.byteCount) == checksum
    }

    private func endDefect(_ layout: ArchiveLayout, count: Int) -> String? {
        let start = Int(layout.directoryOffset + layout.directoryLength)
        var expected = ByteWriter()
        expected.addArchiveEnd(count: count, directory: Int(layout.directoryOffset)..<start)
        let endRecord = expected.bytes.count - ZipEndRecord.byteCount
        if layout.hasZip64EndRecord {
            // The versions are those of any tool, and these fields of the end record may refer to the zip64 record.
            for field in Zip64EndRecord.versions { expected.put(value(of: field, at: start), at: field.offset) }
            for field in ZipEndRecord.directory where value(of: field, at: start + endRecord) == .max {
                expected.put(UInt32.max, at: endRecord + field.offset)
            }
        }
        let zip64 = layout.hasZip64EndRecord ? Zip64EndRecord.differences : []
        let differences = zip64 + ZipEndRecord.differences.map { $0.moved(by: endRecord) }
        return expected.bytes.withUnsafeBytes { difference(at: start, from: $0, differences) }
    }

    /// Returns the meaning of the first field that differs from the expected bytes.
    private func difference(
        at start: Int, from expected: UnsafeRawBufferPointer, _ differences: [ZipDifference]
    ) -> String? {
        let found = UnsafeRawBufferPointer(rebasing: bytes[start..<start + expected.count])
        if UTF8Order.equal(found, expected) { return nil }
        return differences.first { difference in
            let field = difference.field.clamped(to: 0..<expected.count)
            return !found[field].elementsEqual(expected[field])
        }?.meaning
    }

    /// The layout's length equals the file's, so the field lies within the file.
    private func value<Number>(of field: ZipField<Number>, at start: Int) -> Number {
        bytes.value(at: start + field.offset)
    }
}
