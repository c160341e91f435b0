import ThemeModel

/// Finds names that a disk which ignores letter case or Unicode form would take for one.
struct ClashCheck {
    /// Two names that such a disk holds only one of: of files, or of folders in which they lie.
    struct Clash {
        let path: String
        let other: String
        private let isFolder: Bool

        fileprivate init(_ path: Substring, _ other: String, isFolder: Bool) {
            (self.path, self.other, self.isFolder) = (String(path), other, isFolder)
        }

        /// The predicate of a sentence about the file.
        var explanation: String {
            let difference = "differs from '\(other)' only in letter case or Unicode form"
            return isFolder ? "lies in '\(path)', which \(difference)" : difference
        }
    }

    /// By hashes of folded paths; what two paths share is looked at closely before anything is said.
    private var seen: [UInt64: (path: String, isFolder: Bool)] = [:]
    private var lastFolder = ""

    /// - Parameter count: how many paths will come, about.
    init(expecting count: Int = 0) { seen.reserveCapacity(count) }

    /// What a path clashes with among the earlier ones, as a whole or in one of its folders.
    mutating func clash(_ path: PortablePath) -> Clash? {
        if let clash = note(path.string[...], isFolder: false) { return clash }
        let folder = path.folder
        // Files come in order: mostly the folder is the one that was looked at last.
        if ByteOrder.equal(folder, lastFolder[...]) { return nil }
        for end in folder.utf8.indices where folder.utf8[end] == UInt8(ascii: "/") {
            if let clash = note(folder[..<end], isFolder: true) { return clash }
        }
        lastFolder = String(folder)
        return nil
    }

    private mutating func note(_ path: Substring, isFolder: Bool) -> Clash? {
        let hash = Self.foldedHash(path)
        guard let known = seen[hash] else {
            seen[hash] = (String(path), isFolder)
            return nil
        }
        if known.isFolder, isFolder, ByteOrder.equal(known.path[...], path) { return nil }
        guard Self.folded(known.path) == Self.folded(String(path)) else { return nil }
        return Clash(path, known.path, isFolder: isFolder)
    }

    /// Swift compares strings by canonical equivalence, which here is what is wanted.
    private static func folded(_ path: String) -> String { path.lowercased() }

    private static func foldedHash(_ path: Substring) -> UInt64 {
        var hasher = Hasher()
        // The Kelvin sign folds to an ASCII letter: what is folded to ASCII is hashed as ASCII is.
        let folded = path.isASCII ? path : Self.folded(String(path))[...]
        if folded.isASCII {
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: folded.utf8.count) { buffer in
                _ = buffer.initialize(fromContentsOf: folded.utf8)
                for index in buffer.indices where (0x41...0x5A).contains(buffer[index]) { buffer[index] |= 0x20 }
                hasher.combine(bytes: UnsafeRawBufferPointer(buffer))
            }
        } else {
            hasher.combine(folded)
        }
        return UInt64(truncatingIfNeeded: hasher.finalize())
    }
}
