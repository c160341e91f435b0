import CPNGShim
import PackFormat

/// Writes a planned pack as FORMAT.md defines it: each entry after its header, then the directory.
struct ZipWriter: ~Copyable {
    private let fileName: String
    private let length: UInt64
    /// It frees each entry's bytes when the entry is written.
    private let entries: AnyIterator<PlannedEntry>
    private let entryCount: Int
    private let directoryLength: Int
    private let fileSystem: any FileSystem
    private let date: ArchiveDate
    private let previous: PreviousPack?
    private let jobs: Int

    /// - Parameter previous: `nil` to read all entries from the project.
    init(
        plan: consuming PackPlan, fileSystem: any FileSystem, date: ArchiveDate, previous: PreviousPack? = nil,
        jobs: Int = 1
    ) {
        fileName = plan.fileName
        length = plan.length
        entryCount = plan.entryCount
        directoryLength = plan.directoryLength
        entries = plan.entries
        self.fileSystem = fileSystem
        self.date = date
        self.previous = previous
        self.jobs = jobs
    }

    /// Bytes that are read and written at a time.
    private static let pieceLength = 1 << 19

    typealias Output = ([UInt8]) throws(SystemError) -> Void

    /// Gives the bytes of the pack to `output`, in order. Returns their SHA-256, which another thread computes.
    consuming func write(to output: Output) throws(UserError) -> ContentDigest {
        var headers = ArchiveHeaders(entryCount: entryCount, directoryLength: directoryLength)
        let hasher = BackgroundHasher()
        var offset = 0
        var next = entries.next()
        while let piece = Self.piece(from: &next, entries) {
            for bytes in try headersAndData(of: piece, at: offset, &headers) {
                try append(bytes, to: output, hasher)
                offset += bytes.count
            }
        }
        for bytes in [headers.centralDirectory, headers.endRecords(directoryOffset: offset)] {
            try append(bytes, to: output, hasher)
            offset += bytes.count
        }
        guard offset == Int(length) else {
            throw UserError(path: fileName, "\(offset) bytes were written, \(length) were planned")
        }
        if previous?.provesItsBytes == false {
            throw UserError(
                path: fileName, "the pack before it changed while its images were copied", hint: "build again")
        }
        return hasher.digest
    }

    private func append(_ bytes: [UInt8], to output: Output, _ hasher: BackgroundHasher) throws(UserError) {
        hasher.update(bytes)
        do { try output(bytes) } catch { throw UserError(path: fileName, error.reason) }
    }

    /// Returns as many of the next entries as fit, at least one; `nil` at the end.
    private static func piece(
        from next: inout PlannedEntry?, _ rest: AnyIterator<PlannedEntry>
    ) -> ArchivePiece? {
        var entries: [PlannedEntry] = []
        var length = 0
        while let entry = next, entries.isEmpty || length + entry.length <= pieceLength {
            entries.append(entry)
            length += entry.length
            next = rest.next()
        }
        return entries.isEmpty ? nil : ArchivePiece(entries)
    }

    private func headersAndData(
        of piece: ArchivePiece, at offset: Int, _ headers: inout ArchiveHeaders
    ) throws(UserError) -> [[UInt8]] {
        if let entry = piece.entries.first, entry.length > Self.pieceLength {
            // A large entry is alone in its piece. It is not copied into a buffer.
            let copied = previous?.bytes(of: entry)
            let data = if let copied { copied } else { try Self.bytes(of: entry, from: fileSystem) }
            headers.add(describe(entry, crc: png_shim_crc32(data, data.count)), at: offset)
            return [headers.local(of: headers.count - 1), data]
        }
        let bytes = try [UInt8](count: piece.length) { memory throws(UserError) in
            for ((entry, dataStart), crc) in zip(zip(piece.entries, piece.starts), try fill(memory, piece)) {
                let header = headers.count
                let start = dataStart - ArchiveLayout.localHeaderLength - entry.path.utf8.count
                headers.add(describe(entry, crc: crc), at: offset + start)
                headers.putLocal(of: header, at: start, in: memory)
            }
        }
        return [bytes]
    }

    private func describe(_ entry: PlannedEntry, crc: UInt32) -> ZipEntryDescription {
        ZipEntryDescription(path: entry.path, length: entry.length, crc: crc, date: date)
    }

    /// Stores the data of a piece's entries in `memory`. Returns the CRC-32 of each entry.
    private func fill(
        _ memory: UnsafeMutableRawBufferPointer, _ piece: ArchivePiece
    ) throws(UserError) -> [UInt32] {
        let isCopied = previous?.read(piece, into: memory, jobs: jobs)
        let openedCount = isCopied?.count { !$0 } ?? piece.starts.count
        // Safe: each worker writes only to its own entries.
        nonisolated(unsafe) let memory = memory
        let fileSystem = fileSystem
        let crcs = Workers.map(piece.starts.count, jobs: openedCount > 1 ? jobs : 1) { number in
            Result { () throws(UserError) in
                let entry = piece.entries[number]
                let start = piece.starts[number]
                let data = UnsafeMutableRawBufferPointer(rebasing: memory[start..<start + entry.length])
                if isCopied?[number] != true {
                    data.copyBytes(from: try Self.bytes(of: entry, from: fileSystem))
                }
                return data.withMemoryRebound(to: UInt8.self) { png_shim_crc32($0.baseAddress, $0.count) }
            }
        }
        return try crcs.map { crc throws(UserError) in try crc.get() }
    }

    private static func bytes(
        of entry: PlannedEntry, from fileSystem: any FileSystem
    ) throws(UserError) -> [UInt8] {
        switch entry.content {
        case .bytes(let content): return content
        case .verified(let content, let location):
            do throws(FileError) {
                return try content.bytes(at: location, from: fileSystem)
            } catch {
                guard error == .changed else {
                    throw UserError(
                        path: entry.path, "its source \(error.explanation)", hint: error.hint)
                }
                var problem = UserError(
                    path: entry.path, "its source changed after it was verified", hint: "build again")
                problem.isOfChangedFile = true
                throw problem
            }
        }
    }
}

/// Entries that are read and written together.
struct ArchivePiece: Sendable {
    let entries: [PlannedEntry]
    /// Offsets of the entries' data in the piece.
    let starts: [Int]
    let length: Int

    init(_ entries: [PlannedEntry]) {
        self.entries = entries
        var starts: [Int] = []
        starts.reserveCapacity(entries.count)
        var length = 0
        for entry in entries {
            length += ArchiveLayout.localHeaderLength + entry.path.utf8.count
            starts.append(length)
            length += entry.length
        }
        self.starts = starts
        self.length = length
    }
}
