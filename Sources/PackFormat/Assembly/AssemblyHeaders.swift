import ThemeModel

/// The headers of a pack. They are added in the order of its entries.
struct AssemblyHeaders {
    private(set) var archive: ArchiveHeaders
    private var entries: PackContents.Entries.Iterator
    private let date: ArchiveDate

    /// - Parameters:
    ///   - contents: with their offsets.
    ///   - index: the bytes of the first entry, which the contents do not list.
    init(of contents: PackContents, index: [UInt8], date: ArchiveDate, directoryLength: Int) {
        let entries = contents.entries
        archive = ArchiveHeaders(entryCount: entries.count + 1, directoryLength: directoryLength)
        (self.entries, self.date) = (entries.makeIterator(), date)
        let data = PackIndex.start..<PackIndex.start + index.count
        add(PackContents.indexPath, data, checksum: CRC32.value(of: index))
    }

    /// Adds the headers of the next entry, if there is one.
    mutating func add(checksum: UInt32) {
        guard let entry = entries.next() else { return }
        add(entry.path, entry.stored.range, checksum: checksum)
    }

    private mutating func add(_ path: String, _ data: Range<Int>, checksum: UInt32) {
        let entry = ZipEntryDescription(path: path, length: data.count, crc: checksum, date: date)
        archive.add(entry, at: data.lowerBound - ArchiveLayout.localHeaderLength - path.utf8.count)
    }
}
