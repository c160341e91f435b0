import PackFormat

/// Writes a planned pack as FORMAT.md defines it: reads the entries in pieces, and gives them to libzip.
final class ZipWriter {
    private let fileName: String
    private let contents: PackContents
    private let length: Int
    private let indexLength: Int
    private let date: ArchiveDate
    /// Reads the next piece while libzip and the disk have the last one.
    private let pieces: ReadAhead<Result<LoadedPiece?, UserError>>

    init(plan: consuming PackPlan, fileSystem: any FileSystem, date: ArchiveDate, jobs: Int = 1) {
        fileName = plan.fileName
        contents = plan.contents
        length = Int(plan.length)
        // The first entry takes the index from the plan.
        indexLength = plan.index.count
        self.date = date
        let loader = Lock(PieceLoader(plan: plan, fileSystem: fileSystem, jobs: jobs))
        pieces = ReadAhead { loader.withLock { loader in Result { () throws(UserError) in try loader.next() } } }
    }

    typealias Output = @Sendable ([UInt8]) throws(SystemError) -> Void

    /// Gives the bytes of the pack to `output`, in order, on another thread. A third one computes their SHA-256,
    /// and a fourth one reads the next piece. Call it once.
    func write(to output: @escaping Output) throws(UserError) -> WrittenPack {
        let fileName = fileName
        let failure = Lock<SystemError?>(nil)
        func checkOutput() throws(UserError) {
            if let failure = failure.withLock({ $0 }) { throw UserError(path: fileName, failure.reason) }
        }
        let hasher = BackgroundHasher()
        let writer = SerialWorker(waitingMax: 8)
        let write = { @Sendable (bytes: [UInt8]) in
            failure.withLock { failure in
                guard failure == nil else { return }
                do throws(SystemError) { try output(bytes) } catch { failure = error }
            }
        }
        // After an error too, nothing writes any more when this returns.
        defer { writer.wait() }
        var checksums: [UInt32] = []
        let written = try ZipArchive.write(
            contents, indexLength: indexLength, date: date, fileName: fileName
        ) { () throws(UserError) in
            let piece = try self.pieces.next().get()
            checksums += piece?.checksums ?? []
            return piece
        } append: { bytes throws(UserError) in
            try checkOutput()
            hasher.update(bytes)
            writer.perform { write(bytes) }
        }
        writer.wait()
        try checkOutput()
        guard written == length else {
            throw UserError(path: fileName, "\(written) bytes were written, \(length) were planned")
        }
        return WrittenPack(digest: hasher.digest, checksums: checksums)
    }
}

/// Reads the entries of a planned pack, in their order.
private struct PieceLoader: Sendable {
    private var plan: PackPlan
    /// `nil` after the last entry.
    private var first: PlannedEntry?
    private let fileSystem: any FileSystem
    private let jobs: Int

    init(plan: consuming PackPlan, fileSystem: any FileSystem, jobs: Int) {
        self.plan = plan
        self.fileSystem = fileSystem
        self.jobs = jobs
        first = self.plan.next()
    }

    /// Returns as many of the next entries as fit, at least one; `nil` at the end.
    private mutating func nextPiece() -> ArchivePiece? {
        var entries: [PlannedEntry] = []
        var length = 0
        while let entry = first, entries.isEmpty || length + entry.length <= LoadedPiece.lengthMax {
            entries.append(entry)
            length += entry.length
            first = plan.next()
        }
        return entries.isEmpty ? nil : ArchivePiece(entries)
    }

    /// Returns the next entries with their data; `nil` at the end.
    mutating func next() throws(UserError) -> LoadedPiece? {
        guard let piece = nextPiece() else { return nil }
        if let entry = piece.entries.first, entry.length > LoadedPiece.lengthMax {
            // A large entry is alone in its piece. It is not copied into a buffer.
            let bytes = try entry.entryBytes(from: fileSystem)
            let headers = [UInt8](repeating: 0, count: piece.data[0].lowerBound)
            return LoadedPiece(data: piece.data, bytes: headers, large: bytes, checksums: [bytes.checksum])
        }
        var checksums: [UInt32] = []
        let bytes = try [UInt8](count: piece.length) { memory throws(UserError) in
            checksums = try fill(memory, piece)
        }
        return LoadedPiece(data: piece.data, bytes: bytes, large: nil, checksums: checksums)
    }

    /// Stores the data of a piece's entries in `memory`. Returns the CRC-32 of each entry.
    private func fill(
        _ memory: UnsafeMutableRawBufferPointer, _ piece: ArchivePiece
    ) throws(UserError) -> [UInt32] {
        let openedCount = piece.entries.count { $0.isInProject }
        // Safe: each worker writes only to its own entries.
        nonisolated(unsafe) let memory = memory
        let fileSystem = fileSystem
        let crcs = Workers.map(piece.entries.count, jobs: openedCount > 1 ? jobs : 1) { number in
            Result { () throws(UserError) in
                let data = UnsafeMutableRawBufferPointer(rebasing: memory[piece.data[number]])
                data.copyBytes(from: try piece.entries[number].bytes(from: fileSystem))
                return ZipArchive.checksum(UnsafeRawBufferPointer(data))
            }
        }
        return try crcs.map { crc throws(UserError) in try crc.get() }
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
