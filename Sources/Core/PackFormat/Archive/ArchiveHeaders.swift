import ThemeModel

/// The headers of a new archive: its central directory, and local headers, which repeat the directory's fields.
package struct ArchiveHeaders: Sendable {
    private let date: ArchiveDate
    var versions: ZipVersions
    private var directory: ByteWriter
    /// The offset of each entry in the directory.
    private var starts: [Int] = []

    package init(
        date: ArchiveDate, versions: ZipVersions = ZipVersions(), entryCount: Int, directoryLength: Int
    ) {
        self.date = date
        self.versions = versions
        directory = ByteWriter(reserving: directoryLength)
        starts.reserveCapacity(entryCount)
    }

    /// - Parameters:
    ///   - path: in UTF-8.
    ///   - data: the offsets of the entry's data. Its local header is before it.
    package mutating func add(_ path: some Collection<UInt8>, data: Range<Int>, checksum: UInt32) {
        starts.append(directory.bytes.count)
        directory.addCentralHeader(
            of: path, length: data.count, crc: checksum, date: date, versions: versions,
            offset: data.lowerBound - ArchiveLayout.localHeaderLength - path.count)
    }

    /// Removes all entries, and keeps their memory.
    mutating func removeAll() {
        starts.removeAll(keepingCapacity: true)
        directory.removeAll()
    }

    package var count: Int { starts.count }

    package var centralDirectory: [UInt8] { directory.bytes }

    /// Returns the end records of an archive whose central directory begins at `offset`.
    package func endRecords(directoryOffset offset: Int) -> [UInt8] {
        var end = ByteWriter()
        end.addArchiveEnd(count: starts.count, directory: offset..<offset + directory.bytes.count)
        return end.bytes
    }

    private func localLength(of entry: Int) -> Int { ZipLocalHeader.byteCount + name(of: entry).count }

    package func local(of entry: Int) -> [UInt8] { withLocal(of: entry) { Array($0) } }

    /// Calls `body` with the local header of an entry.
    func withLocal<Answer>(of entry: Int, _ body: (UnsafeRawBufferPointer) -> Answer) -> Answer {
        withUnsafeTemporaryAllocation(byteCount: localLength(of: entry), alignment: 1) { header in
            put(entry, in: header)
            return body(UnsafeRawBufferPointer(header))
        }
    }

    /// Writes the part of a local header that lies within `window`. Returns whether other bytes were there.
    ///
    /// - Parameter offset: the offset of the header in the window. It can be negative.
    package func replaceLocal(of entry: Int, at offset: Int, in window: UnsafeMutableRawBufferPointer) -> Bool {
        withLocal(of: entry) { header in
            let part = max(0, -offset)..<min(header.count, window.count - offset)
            guard !part.isEmpty else { return false }
            let new = UnsafeRawBufferPointer(rebasing: header[part])
            let place = offset + part.lowerBound..<offset + part.upperBound
            let old = UnsafeMutableRawBufferPointer(rebasing: window[place])
            guard !UTF8Order.equal(new, UnsafeRawBufferPointer(old)) else { return false }
            old.copyMemory(from: new)
            return true
        }
    }

    private func name(of entry: Int) -> Range<Int> {
        let end = entry + 1 < starts.count ? starts[entry + 1] : directory.bytes.count
        return starts[entry] + ZipCentralHeader.byteCount..<end
    }

    private func put(_ entry: Int, in header: UnsafeMutableRawBufferPointer) {
        let name = name(of: entry)
        let fields = starts[entry] + ZipCentralHeader.entry.versionNeeded.offset
        let start = ZipLocalHeader.entry.versionNeeded.offset
        header.put(ZipLocalHeader.signatureValue, at: ZipLocalHeader.signature.offset)
        directory.bytes.withUnsafeBytes { directory in
            header.put(directory[fields..<fields + ZipLocalHeader.byteCount - start], at: start)
            header.put(directory[name], at: ZipLocalHeader.byteCount)
        }
    }
}
