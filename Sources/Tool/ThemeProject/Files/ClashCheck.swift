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

    /// The added paths, by the hash of their lower case. A folder shares its bytes with a path in it.
    private var known: [Int: (path: Substring, isFolder: Bool)] = [:]
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
        let folded = Self.isFolded(path.utf8) ? path : path.lowercased()[...]
        let hash = folded.hashValue
        guard let earlier = known[hash] else {
            known[hash] = (path, isFolder)
            return nil
        }
        if earlier.isFolder, isFolder, UTF8Order.equal(earlier.path, path) { return nil }
        // Unicode forms need no folding: Swift compares strings by canonical equivalence.
        guard earlier.path.lowercased() == folded else { return nil }
        return Clash(path: String(path), earlier: String(earlier.path), isFolder: isFolder)
    }

    /// Whether the text is ASCII without capital letters.
    static func isFolded(_ text: some Collection<UInt8>) -> Bool {
        text.allSatisfy { $0 < 0x80 && !(UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0) }
    }
}
