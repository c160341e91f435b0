import CPNGShim
import PackFormat

/// Writes a planned pack as FORMAT.md defines it: each entry after its header, then the directory.
struct ZipWriter: ~Copyable {
    private var plan: PackPlan
    private let fileSystem: any FileSystem
    private let date: ArchiveDate
    private let previous: PreviousPack?
    private let jobs: Int

    /// - Parameter previous: `nil` to read all entries from the project.
    init(
        plan: consuming PackPlan, fileSystem: any FileSystem, date: ArchiveDate, previous: PreviousPack? = nil,
        jobs: Int = 1
    ) {
        self.plan = plan
        self.fileSystem = fileSystem
        self.date = date
        self.previous = previous
        self.jobs = jobs
    }

    /// Bytes that are read and written at a time.
    static let pieceLength = 1 << 19

    typealias Output = ([UInt8]) throws(SystemError) -> Void

    /// Gives the bytes of the pack to `output`, in order. Returns their SHA-256, which another thread computes.
    consuming func write(to output: Output) throws(UserError) -> ContentDigest {
        var headers = ArchiveHeaders(
            date: date, entryCount: plan.contents.entryCount + 1, directoryLength: plan.directoryLength)
        let hasher = BackgroundHasher()
        var offset = 0
        var next = plan.next()
        while let piece = piece(from: &next) {
            for bytes in try headersAndData(of: piece, at: offset, &headers) {
                try append(bytes, to: output, hasher)
                offset += bytes.count
            }
        }
        for bytes in [headers.centralDirectory, headers.endRecords(directoryOffset: offset)] {
            try append(bytes, to: output, hasher)
            offset += bytes.count
        }
        guard offset == Int(plan.length) else {
            throw UserError(path: plan.fileName, "\(offset) bytes were written, \(plan.length) were planned")
        }
        if previous?.provesItsBytes == false {
            throw UserError(
                path: plan.fileName, "the pack before it changed while its images were copied", hint: "build again")
        }
        return hasher.digest
    }

    private func append(_ bytes: [UInt8], to output: Output, _ hasher: BackgroundHasher) throws(UserError) {
        hasher.update(bytes)
        do { try output(bytes) } catch { throw UserError(path: plan.fileName, error.reason) }
    }

    /// Returns as many of the next entries as fit, at least one; `nil` at the end.
    private mutating func piece(from next: inout PlannedEntry?) -> ArchivePiece? {
        var entries: [PlannedEntry] = []
        var length = 0
        while let entry = next, entries.isEmpty || length + entry.length <= Self.pieceLength {
            entries.append(entry)
            length += entry.length
            next = plan.next()
        }
        return entries.isEmpty ? nil : ArchivePiece(entries)
    }

    private func headersAndData(
        of piece: ArchivePiece, at offset: Int, _ headers: inout ArchiveHeaders
    ) throws(UserError) -> [[UInt8]] {
        if let entry = piece.entries.first, entry.length > Self.pieceLength {
            // A large entry is alone in its piece. It is not copied into a buffer.
            let copied = previous?.bytes(of: entry)
            let bytes = if let copied { copied } else { try Self.bytes(of: entry, from: fileSystem) }
            let start = offset + piece.data[0].lowerBound
            headers.add(entry.path, data: start..<start + bytes.count, checksum: png_shim_crc32(0, bytes, bytes.count))
            return [headers.local(of: headers.count - 1), bytes]
        }
        let bytes = try [UInt8](count: piece.length) { memory throws(UserError) in
            var header = 0
            for (number, checksum) in try fill(memory, piece).enumerated() {
                let data = piece.data[number]
                headers.add(
                    piece.entries[number].path, data: offset + data.lowerBound..<offset + data.upperBound,
                    checksum: checksum)
                headers.putLocal(of: headers.count - 1, at: header, in: memory)
                header = data.upperBound
            }
        }
        return [bytes]
    }

    /// Stores the data of a piece's entries in `memory`. Returns the CRC-32 of each entry.
    private func fill(
        _ memory: UnsafeMutableRawBufferPointer, _ piece: ArchivePiece
    ) throws(UserError) -> [UInt32] {
        let isCopied = previous?.read(piece, into: memory, jobs: jobs)
        let openedCount = isCopied?.count { !$0 } ?? piece.entries.count
        // Safe: each worker writes only to its own entries.
        nonisolated(unsafe) let memory = memory
        let fileSystem = fileSystem
        let crcs = Workers.map(piece.entries.count, jobs: openedCount > 1 ? jobs : 1) { number in
            Result { () throws(UserError) in
                let data = UnsafeMutableRawBufferPointer(rebasing: memory[piece.data[number]])
                if isCopied?[number] != true {
                    data.copyBytes(from: try Self.bytes(of: piece.entries[number], from: fileSystem))
                }
                return data.withMemoryRebound(to: UInt8.self) { png_shim_crc32(0, $0.baseAddress, $0.count) }
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
    /// The offsets of the entries' data in the piece.
    let data: [Range<Int>]
    let length: Int

    init(_ entries: [PlannedEntry]) {
        self.entries = entries
        var length = 0
        data = entries.map { entry in
            let start = length + ArchiveLayout.localHeaderLength + entry.path.utf8.count
            length = start + entry.length
            return start..<length
        }
        self.length = length
    }
}
