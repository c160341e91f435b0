import ThemeModel

/// Where the entries of a pack lie. All are stored, without extra fields, data descriptors and comments, so that their
/// places follow from names and lengths: a local header of 30 bytes, the name, the data.
/// https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, 4.3
struct ArchiveLayout {
    static let lengthMax = FormatLimits.packBytes

    static let localHeaderLength = 30
    static let centralHeaderLength = 46
    static let endRecordLength = 22
    static let zip64EndRecordLength = 56
    static let zip64LocatorLength = 20
    /// With more entries than this the end record counts in zip64's.
    static let shortEntryCountMax = 0xFFFF

    /// Of the data of every entry behind the index.
    let offsets: [UInt64]
    /// Where the central directory starts.
    let directoryOffset: UInt64
    let directoryLength: UInt64
    /// Whether there is a zip64 end record, because of the number of entries.
    let hasZip64EndRecord: Bool
    let length: UInt64

    /// - Parameter entries: those behind the index; what they say of their places does not matter.
    init(indexLength: Int, entries: PackContents.Entries) {
        var offset = UInt64(PackIndex.start + indexLength)
        var directoryLength = UInt64(Self.centralHeaderLength + PackContents.indexPath.utf8.count)
        var offsets: [UInt64] = []
        for entry in entries {
            let nameLength = entry.pathLength
            offset += UInt64(Self.localHeaderLength + nameLength)
            offsets.append(offset)
            offset += entry.stored.length
            directoryLength += UInt64(Self.centralHeaderLength + nameLength)
        }
        self.offsets = offsets
        self.directoryLength = directoryLength
        directoryOffset = offset
        hasZip64EndRecord = offsets.count + 1 > Self.shortEntryCountMax
        let zip64 = hasZip64EndRecord ? Self.zip64EndRecordLength + Self.zip64LocatorLength : 0
        length = offset + directoryLength + UInt64(zip64 + Self.endRecordLength)
    }
}
