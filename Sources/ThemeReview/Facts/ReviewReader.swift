import ThemeModel
package import ThemeProject

/// Reads the bytes of images that a report shows. Thread-safe.
package struct ReviewReader: Sendable {
    private let fileSystem: any FileSystem
    let limits: ProjectLimits
    /// By path.
    private let packs: [String: MappedFile]
    private let kept: KeptImages?

    init(_ project: Project, keeping kept: KeptImages? = nil) {
        fileSystem = project.fileSystem
        limits = project.limits
        packs = [:]
        self.kept = kept
    }

    init(packs: [String: MappedFile], _ limits: ProjectLimits) {
        fileSystem = DiskFileSystem()
        self.limits = limits
        self.packs = packs
        kept = nil
    }

    /// Returns the bytes of a file.
    ///
    /// - Throws: ``FileError/changed`` if a sound image has other bytes than those that were inspected.
    package func bytes(of file: ReviewedFile) throws(FileError) -> [UInt8] {
        if let digest = file.digest, let bytes = kept?.take(digest) { return bytes }
        let bytes = try unchecked(file)
        if let digest = file.digest, ContentDigest(of: bytes) != digest { throw .changed }
        return bytes
    }

    private func unchecked(_ file: ReviewedFile) throws(FileError) -> [UInt8] {
        switch file.source {
        case .file(let path): return try fileSystem.read(path, limit: limits.imageBytes)
        case .pack(let path, let offset):
            guard let pack = packs[path], let length = file.byteCount, length <= limits.imageBytes else {
                throw .missing
            }
            return try pack.withBytes { all -> Result<[UInt8], FileError> in
                guard offset >= 0, length >= 0, offset <= all.count, length <= all.count - offset else {
                    return .failure(.missing)
                }
                return .success(Array(UnsafeRawBufferPointer(rebasing: all[offset..<offset + length])))
            }.get()
        }
    }
}
