import ThemeProject

/// The bytes of a verified file: kept in memory, or read again and compared by SHA-256.
struct VerifiedBytes: Sendable {
    let length: Int
    let digest: ContentDigest
    let kept: [UInt8]?

    init(_ bytes: [UInt8], keeping budget: MemoryBudget) {
        length = bytes.count
        digest = ContentDigest(of: bytes)
        kept = budget.take(bytes.count) ? bytes : nil
    }

    init(length: Int, digest: ContentDigest) {
        self.length = length
        self.digest = digest
        kept = nil
    }

    var isKept: Bool { kept != nil }

    /// Throws ``FileError/changed`` if the bytes are not kept and the file at `location` has others now.
    func bytes(at location: String, from fileSystem: any FileSystem) throws(FileError) -> [UInt8] {
        if let kept { return kept }
        let contents: FileContents
        do {
            contents = try fileSystem.read(location, first: nil, limit: length)
        } catch .tooLarge {
            throw .changed
        }
        guard ContentDigest(of: contents.bytes) == digest else { throw .changed }
        return contents.bytes
    }
}
