/// Finds names that are equal on a disk that ignores letter case or Unicode form.
package struct ClashCheck {
    package struct Clash {
        package let path: String
        package let earlier: String
        fileprivate let isFolder: Bool

        package var explanation: String {
            let difference = "differs from '\(earlier)' only in letter case or Unicode form"
            return isFolder ? "lies in '\(path)', which \(difference)" : difference
        }
    }

    /// The added paths, by the hash of their folded form. A folder shares its bytes with a path in it.
    private var known: [UInt64: (path: Substring, isFolder: Bool)] = [:]
    private var lastFolder = ""

    package init(expecting count: Int = 0) { known.reserveCapacity(count) }

    /// Adds a path, and returns its clash, or that of one of its folders, with an earlier path.
    package mutating func clash(adding path: PortablePath) -> Clash? {
        if let clash = add(path.string[...], isFolder: false) { return clash }
        let folder = path.folder
        // Paths are added in order, so most have the folder of the previous path.
        if UTF8Order.equal(folder, lastFolder[...]) { return nil }
        for end in folder.utf8.indices where folder.utf8[end] == UInt8(ascii: "/") {
            if let clash = add(folder[..<end], isFolder: true) { return clash }
        }
        lastFolder = String(folder)
        return nil
    }

    private mutating func add(_ path: Substring, isFolder: Bool) -> Clash? {
        let hash = Self.foldedHash(path)
        guard let earlier = known[hash] else {
            known[hash] = (path, isFolder)
            return nil
        }
        if earlier.isFolder, isFolder, UTF8Order.equal(earlier.path, path) { return nil }
        guard Self.folded(earlier.path) == Self.folded(path) else { return nil }
        return Clash(path: String(path), earlier: String(earlier.path), isFolder: isFolder)
    }

    /// Folds letter case. Unicode forms need no folding: Swift compares strings by canonical equivalence.
    private static func folded(_ path: Substring) -> String { path.lowercased() }

    private static func foldedHash(_ path: Substring) -> UInt64 {
        var hasher = Hasher()
        // The Kelvin sign folds to an ASCII letter, so this checks for ASCII after folding.
        let folded = path.isASCII ? path : Self.folded(path)[...]
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
