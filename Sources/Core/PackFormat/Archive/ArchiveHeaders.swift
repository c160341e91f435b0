/// The headers of a new archive: its central directory, and local headers, which repeat the directory's fields.
package struct ArchiveHeaders: Sendable {
    private let date: ArchiveDate
    private let versions: ZipVersions
    private var directory: ByteWriter
    private var count = 0

    package init(date: ArchiveDate, versions: ZipVersions = ZipVersions(), directoryLength: Int = 0) {
        self.date = date
        self.versions = versions
        directory = ByteWriter(reserving: directoryLength)
    }

    /// Adds the next entry, and returns its local header.
    ///
    /// - Parameter data: the offsets of the entry's data. Its local header is before it.
    package mutating func add(_ path: String, data: Range<Int>, checksum: UInt32) -> [UInt8] {
        count += 1
        let start = directory.bytes.count
        directory.addCentralHeader(
            of: path, length: data.count, crc: checksum, date: date, versions: versions,
            offset: data.lowerBound - ZipLocalHeader.byteCount - path.utf8.count)
        let fields = directory.bytes[(start + ZipCentralHeader.entry.versionNeeded.offset)...]
        var local = ByteWriter(reserving: ZipLocalHeader.byteCount + path.utf8.count)
        local.add(ZipLocalHeader.signatureValue)
        local.add(raw: fields.prefix(ZipLocalHeader.byteCount - ZipLocalHeader.entry.versionNeeded.offset))
        local.add(raw: path.utf8)
        return local.bytes
    }

    package var centralDirectory: [UInt8] { directory.bytes }

    package func endRecords(directoryOffset offset: Int) -> [UInt8] {
        var end = ByteWriter()
        end.addArchiveEnd(count: count, directory: offset..<offset + directory.bytes.count)
        return end.bytes
    }
}
