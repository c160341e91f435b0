import PackFormat
import ThemeModel

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
