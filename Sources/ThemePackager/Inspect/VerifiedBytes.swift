import ContentHashing
import PackFormat
import ThemeModel
import ThemeProject

/// The bytes of a verified file: kept in memory, or read again and compared by SHA-256.
struct VerifiedBytes: Sendable {
    let length: Int
    let digest: ContentDigest
    /// `nil` if the file has to be read again.
    let kept: [UInt8]?

    init(_ bytes: [UInt8], keeping budget: MemoryBudget) {
        length = bytes.count
        digest = ContentDigest(of: bytes)
        kept = budget.take(bytes.count) ? bytes : nil
    }

    init(length: Int, digest: ContentDigest) { (self.length, self.digest, kept) = (length, digest, nil) }

    var isKept: Bool { kept != nil }

    /// - Parameter location: the file, which is read only if the bytes are not kept.
    /// - Throws: ``FileError/changed`` if the file has other bytes now.
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
