import ThemeSystem

/// The place of an image's or resource's bytes in the file of its pack, for `sendfile`, `copy_file_range` or `pread`.
///
/// The descriptor is open as long as this value or its pack exists. It refers to the mounted file, even if another
/// file has its path now.
public struct FileLocation: Sendable {
    let file: OwnedDescriptor
    /// The path that the pack was mounted from.
    public let path: String
    /// The first byte, counted from the start of the file.
    public let offset: Int
    /// The number of bytes.
    public let length: Int
    /// The SHA-256 of the bytes.
    public let digest: ContentDigest

    /// A descriptor for reading. Do not close it, and do not use its position, which all images of the pack share.
    public var descriptor: Int32 { file.number }
}

extension ThemePack {
    /// The place of a variant's bytes; `nil` if the pack is not a mapped file.
    func location(of variant: IndexVariant) throws(ThemeError) -> FileLocation? {
        guard mode.isMapped, let identity = memory.identity else { return nil }
        _ = try bytes(of: variant)
        // Two threads may both get here. Both files are the same, and one is kept.
        let file: OwnedDescriptor
        if let known = openFile.object {
            file = known
        } else {
            file = openFile.storeIfNil(try openAgain(identity))
        }
        let stored = variant.stored(in: memory.bytes)
        return FileLocation(
            file: file, path: path, offset: Int(stored.offset), length: Int(stored.length), digest: stored.digest)
    }

    /// - Throws: ``ThemeError/unreadable(path:reason:)`` if the file was replaced or deleted since it was mounted.
    private func openAgain(_ identity: FileIdentity) throws(ThemeError) -> OwnedDescriptor {
        do throws(RegularFile.Failure) {
            let file = try RegularFile(path)
            if FileIdentity(file.status) == identity { return file.shared() }
        } catch {
            if case .system(let code) = error { throw .unreadable(path: path, reason: systemReason(of: code)) }
        }
        throw .unreadable(path: path, reason: "it was replaced since it was mounted")
    }
}

/// The device, inode, size and time of a file, to detect that it was replaced or changed.
package struct FileIdentity: Hashable, Sendable {
    private let numbers: [Int64]

    init(_ status: stat) {
        numbers = [
            Int64(truncatingIfNeeded: status.st_dev), Int64(truncatingIfNeeded: status.st_ino), Int64(status.st_size),
            Int64(status.modified.tv_sec), Int64(status.modified.tv_nsec),
        ]
    }

    package init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        self.init(status)
    }
}

/// The folder that a theme was mounted from, for development. Paths of files are relative to the project.
package struct MountedFolder: Sendable {
    let project: String
    /// `nil` if the theme has no settings.
    let settings: String?
    /// The images and resources, by the ordinals of their variants.
    let variants: [String]

    package init(inProject project: String, settings: String?, variants: [String]) {
        self.project = project
        self.settings = settings
        self.variants = variants
    }
}
