import PackFormat

/// Writes a planned pack as FORMAT.md defines it: reads the entries in pieces, and gives them to libzip.
final class ZipWriter {
    private var plan: PackPlan
    private var next: PlannedEntry?
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

    typealias Output = @Sendable ([UInt8]) throws(SystemError) -> Void

    /// The CRC-32 of every entry that was written.
    private(set) var checksums: [UInt32] = []

    /// Gives the bytes of the pack to `output`, in order, on another thread. A third one computes their SHA-256.
    /// Call it once.
    ///
    /// - Returns: the SHA-256.
    func write(to output: @escaping Output) throws(UserError) -> ContentDigest {
        let fileName = plan.fileName
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
        // The first entry takes the index from the plan.
        let indexLength = plan.index.count
        next = plan.next()
        let length = try ZipArchive.write(
            plan.contents, indexLength: indexLength, date: date, fileName: fileName
        ) { () throws(UserError) in
            try self.loadNext()
        } append: { bytes throws(UserError) in
            try checkOutput()
            hasher.update(bytes)
            writer.perform { write(bytes) }
        }
        writer.wait()
        try checkOutput()
        guard length == Int(plan.length) else {
            throw UserError(path: fileName, "\(length) bytes were written, \(plan.length) were planned")
        }
        if previous?.provesItsBytes == false {
            throw UserError(
                path: fileName, "the pack before it changed while its images were copied", hint: "build again")
        }
        return hasher.digest
    }

    /// Returns as many of the next entries as fit, at least one; `nil` at the end.
    private func nextPiece() -> ArchivePiece? {
        var entries: [PlannedEntry] = []
        var length = 0
        while let entry = next, entries.isEmpty || length + entry.length <= LoadedPiece.lengthMax {
            entries.append(entry)
            length += entry.length
            next = plan.next()
        }
        return entries.isEmpty ? nil : ArchivePiece(entries)
    }

    private func loadNext() throws(UserError) -> LoadedPiece? {
        guard let piece = nextPiece() else { return nil }
        let loaded: LoadedPiece
        if let entry = piece.entries.first, entry.length > LoadedPiece.lengthMax {
            // A large entry is alone in its piece. It is not copied into a buffer.
            let copied = previous?.bytes(of: entry)
            let bytes = if let copied { copied } else { try Self.bytes(of: entry, from: fileSystem) }
            let headers = [UInt8](repeating: 0, count: piece.data[0].lowerBound)
            loaded = LoadedPiece(
                data: piece.data, bytes: headers, large: bytes, checksums: [bytes.withUnsafeBytes(ZipArchive.checksum)])
        } else {
            var checksums: [UInt32] = []
            let bytes = try [UInt8](count: piece.length) { memory throws(UserError) in
                checksums = try fill(memory, piece)
            }
            loaded = LoadedPiece(data: piece.data, bytes: bytes, large: nil, checksums: checksums)
        }
        checksums += loaded.checksums
        return loaded
    }

    /// Stores the data of a piece's entries in `memory`. Returns the CRC-32 of each entry.
    private func fill(
        _ memory: UnsafeMutableRawBufferPointer, _ piece: ArchivePiece
    ) throws(UserError) -> [UInt32] {
        let isCopied = previous?.read(piece, into: memory, jobs: jobs)
        let openedCount = piece.entries.indices.count { isCopied?[$0] != true && piece.entries[$0].isInProject }
        // Safe: each worker writes only to its own entries.
        nonisolated(unsafe) let memory = memory
        let fileSystem = fileSystem
        let crcs = Workers.map(piece.entries.count, jobs: openedCount > 1 ? jobs : 1) { number in
            Result { () throws(UserError) in
                let data = UnsafeMutableRawBufferPointer(rebasing: memory[piece.data[number]])
                if isCopied?[number] != true {
                    data.copyBytes(from: try Self.bytes(of: piece.entries[number], from: fileSystem))
                }
                return ZipArchive.checksum(UnsafeRawBufferPointer(data))
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
