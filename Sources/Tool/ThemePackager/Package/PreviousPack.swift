import PackFormat
import ThemeModel
import ThemeProject
import ThemeSystem

/// A pack that an earlier run has written and verified, and that is about to be replaced.
///
/// The new pack gets from it the data that both have, as a device puts a pack together. So unchanged images are not
/// opened, and their CRC-32 is not computed again.
struct PreviousPack: Sendable {
    private let file: BytesInFile
    private let stamp: FileStamp
    private let data: StoredData

    /// Returns `nil` unless it is the file that the run has written.
    init?(at path: String, writtenWith stamp: FileStamp) {
        guard let opened = try? RegularFile(path, links: .refuse) else { return nil }
        let file = BytesInFile(opened, path: path)
        guard file.status.map(FileStamp.init) == stamp, let data = try? StoredData(ofVerified: file) else {
            return nil
        }
        self.file = file
        self.stamp = stamp
        self.data = data
    }

    /// Gives the bytes of the planned pack to `output`, in order.
    ///
    /// - Returns: `nil` if less than half of the new pack's data is in this one, or if this one cannot be read, or
    ///   changes meanwhile. Then what was written is no pack.
    func write(
        _ plan: PackPlan, from fileSystem: any FileSystem, date: ArchiveDate, to output: @escaping ZipWriter.Output
    ) throws(UserError) -> WrittenPack? {
        // The manifest, which comes first, is always new.
        let entries = plan.contents.entries.dropFirst()
        let known = entries.map { data.part(of: $0.stored) }
        let length = entries.reduce(0) { $0 + $1.stored.length }
        guard known.reduce(0, { $0 + UInt64($1?.length ?? 0) }) >= length / 2 else { return nil }
        var parts: [PackAssembly.Part] = []
        parts.reserveCapacity(known.count)
        var newEntries: [PlannedEntry] = []
        var newLength = 0
        for (number, entry) in entries.enumerated() {
            if let part = known[number] {
                parts.append(part)
                continue
            }
            // After the index and the manifest.
            let newEntry = plan.entry(number + 2, entry)
            let range = newLength..<newLength + newEntry.length
            let checksum = try newEntry.bytes(from: fileSystem).withUnsafeBytes { ZipArchive.checksum($0) }
            parts.append(PackAssembly.Part(source: .addition, range: range, checksum: checksum))
            newEntries.append(newEntry)
            newLength = range.upperBound
        }
        let assembly = PackAssembly(
            plan.contents, in: plan.layout, index: plan.index, manifest: plan.manifest, parts: parts, date: date)
        let addition = PlannedBytes(of: newEntries, count: newLength, from: fileSystem, path: plan.fileName)
        do {
            let written = try assembly.write(base: file, addition: addition) { try output($0) }
            return file.status.map(FileStamp.init) == stamp ? written : nil
        } catch let error as SystemError {
            throw UserError(path: plan.fileName, error.reason)
        } catch {
            if let failure = addition.failure { throw failure }
            return nil
        }
    }
}

/// The bytes of planned entries, one after the other. Those that are not in memory are read when they are needed.
private final class PlannedBytes: ReadableBytes {
    let path: String
    let count: Int
    private let entries: [PlannedEntry]
    /// Where each entry begins.
    private let starts: [Int]
    private let fileSystem: any FileSystem
    private let state = Lock(State())

    private struct State {
        /// The entry that was read last, because a large one is asked for in many parts.
        var last: (entry: Int, bytes: [UInt8])?
        var failure: UserError?
    }

    init(of entries: [PlannedEntry], count: Int, from fileSystem: any FileSystem, path: String) {
        var start = 0
        starts = entries.map { entry in
            defer { start += entry.length }
            return start
        }
        self.entries = entries
        self.count = count
        self.fileSystem = fileSystem
        self.path = path
    }

    /// Why an entry could not be read.
    var failure: UserError? { state.withLock { $0.failure } }

    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(DeltaError) {
        var position = 0
        while position < buffer.count {
            let entry = starts.partitioningIndex { $0 > offset + position } - 1
            let bytes = try bytes(of: entry)
            let part = bytes[(offset + position - starts[entry])...].prefix(buffer.count - position)
            UnsafeMutableRawBufferPointer(rebasing: buffer[position...]).copyBytes(from: part)
            position += part.count
        }
    }

    private func bytes(of entry: Int) throws(DeltaError) -> [UInt8] {
        if let last = state.withLock({ $0.last }), last.entry == entry { return last.bytes }
        do throws(UserError) {
            let bytes = try entries[entry].bytes(from: fileSystem)
            state.withLock { $0.last = (entry, bytes) }
            return bytes
        } catch {
            state.withLock { $0.failure = error }
            throw DeltaError(path, error.message)
        }
    }
}
