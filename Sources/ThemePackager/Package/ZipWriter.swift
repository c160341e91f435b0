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
        var rest = plan.entries.makeIterator()
        var next = rest.next()
        while let piece = Self.piece(from: &next, &rest) {
            for bytes in try archived(piece, at: offset, &directory) {
                try hand(bytes, to: sink)
                offset += bytes.count
            }
        }
        directory.addEnd(count: plan.entryCount, directory: offset..<offset + directory.bytes.count)
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

    /// One entry at least, if there is any left.
    private static func piece(
        from next: inout PackPlan.Entry?, _ rest: inout PackPlan.Entries.Iterator
    ) -> ArchivePiece? {
        var entries: [PackPlan.Entry] = []
        var length = 0
        while let entry = next, entries.isEmpty || length + entry.length <= pieceLength {
            entries.append(entry)
            length += entry.length
            next = rest.next()
        }
        return entries.isEmpty ? nil : ArchivePiece(entries)
    }

    /// Headers and data of entries, as they follow one another in the archive from `offset` on.
    private func archived(
        _ piece: ArchivePiece, at offset: Int, _ directory: inout ByteWriter
    ) throws(PackagingProblem) -> [[UInt8]] {
        if let entry = piece.entries.first, entry.length > Self.pieceLength {
            // It is alone in its piece, and large: not copied.
            let copied = former?.bytes(of: entry)
            let data = if let copied { copied } else { try bytes(of: entry) }
            let header = CommonHeader(entry, crc: png_shim_crc32(data, data.count), date)
            directory.addDirectoryEntry(header, entry.path, offset: offset)
            return [header.local(entry.path), data]
        }
        var problem: PackagingProblem?
        let bytes = [UInt8](unsafeUninitializedCapacity: piece.length) { buffer, filled in
            let memory = UnsafeMutableRawBufferPointer(buffer)
            do throws(PackagingProblem) {
                for ((entry, dataStart), crc) in zip(zip(piece.entries, piece.starts), try fill(memory, piece)) {
                    let header = CommonHeader(entry, crc: crc, date)
                    let local = header.local(entry.path)
                    let start = dataStart - local.count
                    UnsafeMutableRawBufferPointer(rebasing: memory[start..<dataStart]).copyBytes(from: local)
                    directory.addDirectoryEntry(header, entry.path, offset: offset + start)
                }
                filled = piece.length
            } catch {
                problem = error
            }
        }
        if let problem { throw problem }
        return [bytes]
    }

    /// Puts the data of entries where they belong.
    ///
    /// - Returns: the data's checksums.
    private func fill(
        _ memory: UnsafeMutableRawBufferPointer, _ piece: ArchivePiece
    ) throws(PackagingProblem) -> [UInt32] {
        let isRead = former?.read(piece, into: memory)
        // Each worker writes to the data of its entries alone.
        nonisolated(unsafe) let memory = memory
        let crcs = Workers.map(piece.starts.count, jobs: jobs) { number in
            Result { () throws(PackagingProblem) in
                let entry = piece.entries[number]
                let start = piece.starts[number]
                let data = UnsafeMutableRawBufferPointer(rebasing: memory[start..<start + entry.length])
                if isRead?[number] != true || !entry.isRight(UnsafeRawBufferPointer(data)) {
                    data.copyBytes(from: try bytes(of: entry))
                }
                return data.withMemoryRebound(to: UInt8.self) { png_shim_crc32($0.baseAddress, $0.count) }
            }
        }
        var all: [UInt32] = []
        all.reserveCapacity(crcs.count)
        for crc in crcs { all.append(try crc.get()) }
        return all
    }

    private func bytes(of entry: PackPlan.Entry) throws(PackagingProblem) -> [UInt8] {
        switch entry.content {
        case .bytes(let content): return content
        case .verified(let content, let location):
            do throws(FileProblem) {
                return try content.bytes(at: location, from: fileSystem)
            } catch {
                guard error == .changed else {
                    throw PackagingProblem(
                        path: entry.path, message: "its source \(error.explanation)", hint: error.hint)
                }
                var problem = PackagingProblem(
                    path: entry.path, message: "its source changed after it was verified", hint: "build again")
                problem.isOfChangedSource = true
                throw problem
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

    /// What stands in front of the data.
    func local(_ path: String) -> [UInt8] {
        var writer = ByteWriter(reserving: ArchiveLayout.localHeaderLength + path.utf8.count)
        writer.add(UInt32(0x0403_4B50))
        add(to: &writer)
        writer.add(raw: path.utf8)
        return writer.bytes
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
