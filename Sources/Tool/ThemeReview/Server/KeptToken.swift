package import ThemeProject

/// The token of the last preview of a project at a port. With the same token, a tab that is still open finds the next
/// preview.
///
/// Nobody but the user can read its file and the folder. A file of another user, with other permissions, of another
/// project or older than twelve hours is replaced.
package struct KeptToken: Sendable {
    private static let lifetime = 12 * 3600
    private static let lengthMax = 1 << 13

    private let path: String
    private let root: String

    /// - Parameter folder: `nil` unless it belongs to the user alone.
    package init?(port: UInt16, of project: Project, in folder: String) {
        guard let folder = try? realPath(of: folder), Self.isOwn(folder, S_IFDIR) else { return nil }
        path = "\(folder.withoutLastSlash)/themepack-preview-\(port)"
        root = (try? project.fileSystem.destination(of: project.root)) ?? project.root
    }

    /// Returns the kept token, else a new one, which it tries to keep.
    package func token() -> String {
        let now = Int(time(nil))
        if let token = kept(now) { return token }
        let token = AccessRules.randomToken()
        let disk = DiskCalls()
        _ = disk.unlink(path)
        let descriptor = disk.create(path)
        guard descriptor >= 0 else { return token }
        fchmod(descriptor, 0o600)
        let isWritten = Array("\(token)\n\(now + Self.lifetime)\n\(root)".utf8).withUnsafeBytes {
            writeFully($0, to: descriptor)
        }
        close(descriptor)
        if !isWritten { _ = disk.unlink(path) }
        return token
    }

    private func kept(_ now: Int) -> String? {
        guard Self.isOwn(path, S_IFREG),
            let bytes = try? DiskFileSystem.withoutLinks.read(path, limit: Self.lengthMax),
            let text = String(validUTF8: bytes)
        else { return nil }
        let parts = text.split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].utf8.count == 32, parts[0].utf8.allSatisfy({ $0.hexDigitValue != nil }),
            let end = Int(parts[1]), (now...now + Self.lifetime).contains(end), parts[2] == root
        else { return nil }
        return String(parts[0])
    }

    /// Whether nobody but the user can read or write a file or a folder.
    private static func isOwn(_ path: String, _ kind: mode_t) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == kind && status.st_uid == geteuid()
            && status.st_mode & 0o077 == 0
    }
}
