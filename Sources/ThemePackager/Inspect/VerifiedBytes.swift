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

/// The number of image bytes that may stay in memory, shared by all threads.
final class MemoryBudget: Sendable {
    /// Enough for most themes. Other images are read twice.
    static let usualBytes = 48 << 20

    /// Memory for an image in addition to its bytes: for its name, size and digest.
    static let bytesPerImage = 200

    private let left: AtomicInteger

    init(_ bytes: Int) { left = AtomicInteger(bytes) }

    func take(_ bytes: Int) -> Bool {
        if left.add(-bytes) >= 0 { return true }
        left.add(bytes)
        return false
    }

    func charge(imageCount: Int) { left.add(-imageCount * Self.bytesPerImage) }
}
