import PackFormat
import ThemeProject
import ThemeSystem

/// A pack that is about to be replaced. It has most entries of the new pack in a single file.
final class PreviousPack: Sendable {
    private let file: OwnedDescriptor
    /// Sorted by digest.
    private let entries: [DataReference]
    /// Whether it is the file that an earlier run has written. Then its entries have the bytes that the index says.
    let isRecorded: Bool
    private let stamp: FileStamp

    /// Returns `nil` if there is no pack, or if it is damaged.
    ///
    /// - Parameter recordedStamp: of the pack that an earlier run has written.
    init?(at path: String, recordedAs recordedStamp: FileStamp? = nil) {
        guard let file = try? RegularFile(path, links: .refuse) else { return nil }
        let stored = MappedFile(file)?.withBytes { bytes in (try? PackIndex(of: bytes))?.dataReferences(in: bytes) }
        guard var stored else { return nil }
        stored.sort { $0.digest < $1.digest }
        entries = stored
        stamp = FileStamp(file.status)
        isRecorded = stamp == recordedStamp
        self.file = file.shared()
    }

    /// Whether all bytes that it gave are still proved: by digests, or because nothing has written to the file since it
    /// was opened.
    var provesItsBytes: Bool {
        var status = stat()
        return !isRecorded || fstat(file.number, &status) == 0 && FileStamp(status) == stamp
    }

    /// Reads those entries of the piece that this pack has, adjacent ones with one call.
    ///
    /// - Returns: for each entry, whether its bytes in `memory` are the verified ones.
    func read(_ piece: ArchivePiece, into memory: UnsafeMutableRawBufferPointer, jobs: Int) -> [Bool] {
        let isRead = readAll(piece, into: memory)
        guard !isRecorded else { return isRead }
        // Safe: nobody writes to the memory meanwhile.
        nonisolated(unsafe) let bytes = UnsafeRawBufferPointer(memory)
        return Workers.map(isRead.count, jobs: jobs) { number in
            isRead[number]
                && piece.entries[number].verifies(UnsafeRawBufferPointer(rebasing: bytes[piece.data[number]]))
        }
    }

    private func readAll(_ piece: ArchivePiece, into memory: UnsafeMutableRawBufferPointer) -> [Bool] {
        var isRead = [Bool](repeating: false, count: piece.entries.count)
        let offsets = piece.entries.map(offset)
        var first = 0
        while first < offsets.count {
            var end = first + 1
            if let offset = offsets[first] {
                let start = piece.data[first].lowerBound
                while end < offsets.count, offsets[end].map({ $0 - piece.data[end].lowerBound }) == offset - start {
                    end += 1
                }
                let part = memory[start..<piece.data[end - 1].upperBound]
                if read(UnsafeMutableRawBufferPointer(rebasing: part), at: offset) {
                    for number in first..<end { isRead[number] = true }
                }
            }
            first = end
        }
        return isRead
    }

    /// Returns the verified bytes of an entry; `nil` if this pack does not have them.
    func bytes(of entry: PlannedEntry) -> [UInt8]? {
        guard let offset = offset(of: entry) else { return nil }
        let bytes = [UInt8](unsafeUninitializedCapacity: entry.length) { buffer, filled in
            filled = read(UnsafeMutableRawBufferPointer(buffer), at: offset) ? entry.length : 0
        }
        return bytes.withUnsafeBytes { bytes in bytes.count == entry.length && (isRecorded || entry.verifies(bytes)) }
            ? bytes : nil
    }

    private func offset(of entry: PlannedEntry) -> Int? {
        guard case .verified(let content, _) = entry.content else { return nil }
        let index = entries.partitioningIndex { !($0.digest < content.digest) }
        guard index < entries.count, entries[index].digest == content.digest, entries[index].length == content.length
        else { return nil }
        return Int(exactly: entries[index].offset)
    }

    /// Does not map the file, because access to a mapped file that was truncated would end the process.
    private func read(_ part: UnsafeMutableRawBufferPointer, at offset: Int) -> Bool {
        (try? readFully(file.number, at: offset, into: part)) != nil
    }
}
