/// Names next to each other in memory. To sort them, no name is moved or retained.
struct NameList {
    private var bytes: [UInt8] = []
    private var starts = [0]

    init(count: Int, byteCount: Int) {
        starts.reserveCapacity(count + 1)
        bytes.reserveCapacity(byteCount)
    }

    mutating func append(_ name: some Sequence<UInt8>) {
        bytes.append(contentsOf: name)
        starts.append(bytes.count)
    }

    /// Returns the numbers of the names in the order of their bytes.
    ///
    /// - Parameter ranks: a number for each name, by which equal names are sorted. If they have no rank, or the same,
    ///   they keep the order of the list.
    func order(ranks: [UInt64] = []) -> [Int] {
        bytes.withUnsafeBytes { bytes in
            starts.withUnsafeBufferPointer { starts in
                ranks.withUnsafeBufferPointer { ranks in
                    (0..<starts.count - 1).sorted { left, right in
                        let name = UnsafeRawBufferPointer(rebasing: bytes[starts[left]..<starts[left + 1]])
                        let other = UnsafeRawBufferPointer(rebasing: bytes[starts[right]..<starts[right + 1]])
                        let order = UTF8Order.order(name, other)
                        if order != 0 { return order < 0 }
                        if !ranks.isEmpty, ranks[left] != ranks[right] { return ranks[left] < ranks[right] }
                        return left < right
                    }
                }
            }
        }
    }

    /// Whether two names can be equal on a disk that ignores letter case or Unicode form. A slash at the end does not
    /// count: a file and a folder cannot have one name either. Names that are not text have a finding of their own.
    var mayClash: Bool {
        if ClashCheck.isFolded(bytes) { return false }
        let names = zip(starts, starts.dropFirst()).compactMap { start, end in
            String(validUTF8: bytes[start..<end])?.withoutLastSlash.lowercased()
        }
        return Set(names).count < names.count
    }
}

extension NameList {
    /// The names of a folder's entries. One of a folder has a slash, so that the order is that of the paths of files.
    init(of entries: [FolderEntry]) {
        self.init(count: entries.count, byteCount: entries.reduce(0) { $0 + $1.name.count + 1 })
        for entry in entries { append(entry.kind == .folder ? entry.name + [UInt8(ascii: "/")] : entry.name) }
    }
}
