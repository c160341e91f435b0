import CPNGShim
import ThemeModel

/// Writes a planned pack as FORMAT.md draws it: each entry behind its header, then the directory of them all.
struct ZipWriter {
    let plan: PackPlan
    let fileSystem: any FileSystem
    let date: ArchiveDate
    /// What lies where the pack will.
    var former: FormerPack?
    /// Threads that fetch what is not in memory.
    var jobs = 1

    /// So many bytes are handed on at a time, and fetched at a time.
    private static let pieceLength = 1 << 19

    /// - Throws: ``PackagingProblem`` if a source changed since it was verified, or the sink takes no more.
    func write(to sink: any ByteSink) throws(PackagingProblem) {
        var directory = ByteWriter(reserving: plan.directoryLength)
        var offset = 0
        var start = 0
        while start < plan.entries.count {
            let end = end(ofPieceFrom: start)
            var piece = ByteWriter(reserving: Self.pieceLength + Self.pieceLength / 4)
            for (entry, data) in zip(plan.entries[start..<end], try fetch(start..<end)) {
                let header = CommonHeader(entry, crc: data.crc, date)
                directory.addDirectoryEntry(header, entry.path, offset: offset + piece.bytes.count)
                piece.addLocalHeader(header, entry.path)
                if entry.length <= Self.pieceLength {
                    piece.add(raw: data.bytes)
                } else {
                    // It is alone in its piece, and large: not copied.
                    try hand(piece.bytes, to: sink)
                    offset += piece.bytes.count
                    piece = ByteWriter(data.bytes)
                }
            }
            offset += piece.bytes.count
            try hand(piece.bytes, to: sink)
            start = end
        }
        directory.addEnd(count: plan.entries.count, directory: offset..<offset + directory.bytes.count)
        try hand(directory.bytes, to: sink)
        guard offset + directory.bytes.count == Int(plan.length) else {
            throw PackagingProblem(
                path: plan.fileName,
                message: "\(offset + directory.bytes.count) bytes were written, planned were \(plan.length)")
        }
    }

    private func hand(_ bytes: [UInt8], to sink: any ByteSink) throws(PackagingProblem) {
        do { try sink.append(bytes) } catch { throw PackagingProblem(path: plan.fileName, message: error.message) }
    }

    /// One entry at least.
    private func end(ofPieceFrom start: Int) -> Int {
        var length = plan.entries[start].length
        var end = start + 1
        while end < plan.entries.count, length + plan.entries[end].length <= Self.pieceLength {
            length += plan.entries[end].length
            end += 1
        }
        return end
    }

    private typealias Fetched = (bytes: [UInt8], crc: UInt32)

    private func fetch(_ range: Range<Int>) throws(PackagingProblem) -> [Fetched] {
        let fetched = Workers.map(range.count, jobs: jobs) { number in
            Result { () throws(PackagingProblem) in
                let bytes = try bytes(of: plan.entries[range.lowerBound + number])
                return (bytes: bytes, crc: png_shim_crc32(bytes, bytes.count))
            }
        }
        var all: [Fetched] = []
        all.reserveCapacity(fetched.count)
        for result in fetched { all.append(try result.get()) }
        return all
    }

    private func bytes(of entry: PackPlan.Entry) throws(PackagingProblem) -> [UInt8] {
        switch entry.content {
        case .bytes(let content): return content
        case .verified(let content):
            if let bytes = former?.bytes(content) { return bytes }
            do throws(FileProblem) {
                return try content.bytes(from: fileSystem)
            } catch {
                let changed = "its source changed after it was verified"
                throw PackagingProblem(
                    path: entry.path, message: error == .changed ? changed : "its source \(error.explanation)",
                    hint: error == .changed ? "build again" : error.hint)
            }
        }
    }
}

/// The fields that both headers of an entry have, in the same order.
private struct CommonHeader {
    private let flags: UInt16
    private let stamp: UInt32
    private let crc: UInt32
    private let length: UInt32
    private let nameLength: UInt16

    init(_ entry: PackPlan.Entry, crc: UInt32, _ date: ArchiveDate) {
        // "The name is UTF-8", which of ASCII goes without saying.
        flags = entry.path.isASCII ? 0 : 0x0800
        (stamp, self.crc) = (date.stamp, crc)
        (length, nameLength) = (UInt32(entry.length), UInt16(entry.path.utf8.count))
    }

    func add(to writer: inout ByteWriter) {
        writer.add(UInt16(10))  // version needed: 1.0
        writer.add(flags)
        writer.add(UInt16(0))  // stored
        writer.add(stamp)
        writer.add(crc)
        writer.add(length)
        writer.add(length)
        writer.add(nameLength)
        writer.add(UInt16(0))  // no extra field
    }
}

extension ByteWriter {
    fileprivate mutating func addLocalHeader(_ header: CommonHeader, _ path: String) {
        add(UInt32(0x0403_4B50))
        header.add(to: &self)
        add(raw: path.utf8)
    }

    fileprivate mutating func addDirectoryEntry(_ header: CommonHeader, _ path: String, offset: Int) {
        add(UInt32(0x0201_4B50))
        add(UInt16(3 << 8 | 63))  // made on Unix, by version 6.3
        header.add(to: &self)
        add(UInt16(0))  // no comment
        add(UInt16(0))  // disk
        add(UInt16(0))  // internal attributes
        add(UInt32(0o100644 << 16))
        add(UInt32(offset))
        add(raw: path.utf8)
    }

    /// - Parameter directory: where in the archive it lies.
    fileprivate mutating func addEnd(count: Int, directory: Range<Int>) {
        if count > ArchiveLayout.shortEntryCountMax {
            add(UInt32(0x0606_4B50))
            add(UInt64(ArchiveLayout.zip64EndRecordLength - 12))
            add(UInt16(45))  // made by, and needed: 4.5
            add(UInt16(45))
            add(UInt64(0))  // two disks
            add(UInt64(count))
            add(UInt64(count))
            add(UInt64(directory.count))
            add(UInt64(directory.lowerBound))
            add(UInt32(0x0706_4B50))
            add(UInt32(0))
            add(UInt64(directory.upperBound))
            add(UInt32(1))
        }
        add(UInt32(0x0605_4B50))
        add(UInt32(0))  // two disks
        add(UInt16(clamping: count))
        add(UInt16(clamping: count))
        add(UInt32(directory.count))
        add(UInt32(directory.lowerBound))
        add(UInt16(0))  // no comment
    }
}
