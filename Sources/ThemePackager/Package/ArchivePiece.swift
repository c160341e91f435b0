import ThemeModel

/// Entries that are written together.
struct ArchivePiece: Sendable {
    let entries: [PackPlan.Entry]
    /// Where the data of each lies, from the start of the piece.
    let starts: [Int]
    /// Bytes of all headers and data.
    let length: Int

    init(_ entries: [PackPlan.Entry]) {
        self.entries = entries
        var starts: [Int] = []
        starts.reserveCapacity(entries.count)
        var length = 0
        for entry in entries {
            length += ArchiveLayout.localHeaderLength + entry.path.utf8.count
            starts.append(length)
            length += entry.length
        }
        (self.starts, self.length) = (starts, length)
    }
}

extension PackPlan.Entry {
    /// Whether these are the bytes that were verified.
    func isRight(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard case .verified(let content, _) = content else { return false }
        return ContentDigest(of: bytes) == content.digest
    }
}
