import ThemeModel

/// Finds names that a disk which ignores letter case or Unicode form would take for one.
struct ClashCheck {
    /// Hashes of folded paths; what two paths share is looked at closely before anything is said.
    private var seen: [UInt64: PortablePath] = [:]
    private var folders: [UInt64: String] = [:]
    private var lastFolder = ""

    /// The earlier path that this one clashes with, as a whole or in one of its folders.
    mutating func clash(_ path: PortablePath) -> PortablePath? {
        let hash = Self.foldedHash(path.string[...])
        if let other = seen[hash], Self.folded(other.string) == Self.folded(path.string) { return other }
        seen[hash] = path
        let folder = path.folder
        // Files come in order: mostly the folder is the one that was looked at last.
        if folder.utf8.elementsEqual(lastFolder.utf8) { return nil }
        let known = folders[Self.foldedHash(folder)] ?? String(folder)
        if known.utf8.elementsEqual(folder.utf8) {
            folders[Self.foldedHash(folder)] = known
            lastFolder = known
            return nil
        }
        return try? PortablePath(known + path.lastComponent)
    }

    /// Swift compares strings by canonical equivalence, which here is what is wanted.
    private static func folded(_ path: String) -> String { path.lowercased() }

    private static func foldedHash(_ path: Substring) -> UInt64 {
        var hasher = Hasher()
        if path.utf8.allSatisfy({ $0 < 0x80 }) {
            for byte in path.utf8 { hasher.combine((0x41...0x5A).contains(byte) ? byte | 0x20 : byte) }
        } else {
            // The Kelvin sign folds to an ASCII letter: what is folded to ASCII is hashed as ASCII is.
            let folded = Self.folded(String(path))
            if folded.utf8.allSatisfy({ $0 < 0x80 }) {
                for byte in folded.utf8 { hasher.combine(byte) }
            } else {
                hasher.combine(folded)
            }
        }
        return UInt64(truncatingIfNeeded: hasher.finalize())
    }
}
