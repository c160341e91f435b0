import ThemeModel

/// The offsets of a pack's entries, which the lengths of their names and data determine.
package struct ArchiveLayout: Sendable {
    package static let localHeaderLength = ZipLocalHeader.byteCount
    package static let entryCountMaxWithoutZip64 = 0xFFFF

    /// The offsets of the data of the entries after the index.
    package let dataOffsets: [UInt64]
    package let directoryOffset: UInt64
    package let directoryLength: UInt64
    package let hasZip64EndRecord: Bool
    package let length: UInt64

    /// - Parameter entries: the entries after the index. Their own offsets do not matter.
    package init(indexLength: Int, entries: PackContents.Entries) {
        var offset = UInt64(PackIndex.start + indexLength)
        var directoryLength = UInt64(ZipCentralHeader.byteCount + PackContents.indexPath.utf8.count)
        var dataOffsets: [UInt64] = []
        dataOffsets.reserveCapacity(entries.count)
        entries.forEachLength { nameLength, stored in
            offset += UInt64(ZipLocalHeader.byteCount + nameLength)
            dataOffsets.append(offset)
            offset += stored.length
            directoryLength += UInt64(ZipCentralHeader.byteCount + nameLength)
        }
        self.dataOffsets = dataOffsets
        self.directoryLength = directoryLength
        directoryOffset = offset
        hasZip64EndRecord = dataOffsets.count + 1 > Self.entryCountMaxWithoutZip64
        let zip64Length = hasZip64EndRecord ? Zip64EndRecord.byteCount + Zip64Locator.byteCount : 0
        length = offset + directoryLength + UInt64(zip64Length + ZipEndRecord.byteCount)
    }

    /// Returns whether the entries have these offsets.
    package func hasOffsets(of entries: PackContents.Entries) -> Bool {
        var (number, isEqual) = (0, true)
        entries.forEachLength { _, stored in
            isEqual = isEqual && stored.offset == dataOffsets[number]
            number += 1
        }
        return isEqual
    }
}
