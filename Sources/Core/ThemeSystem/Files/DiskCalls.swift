/// The calls that write files. Tests replace them to make any call fail.
///
/// Every path is one whose links are resolved. A call fails with `ELOOP` if its folder, or one above, is a link now. So
/// nothing is written outside when another process exchanges a folder for a link after a check.
package struct DiskCalls: Sendable {
    package var create: @Sendable (_ path: String) -> Int32 = {
        openWithoutLinks($0, O_WRONLY | O_CREAT | O_EXCL, mode: 0o666)
    }
    package var createFolder: @Sendable (_ path: String) -> Int32 = { inFolder(of: $0) { mkdirat($0, $1, 0o777) } }
    /// Opens a file to continue it. Waits for nothing if it is not a regular file.
    package var append: @Sendable (_ path: String) -> Int32 = {
        openWithoutLinks($0, O_WRONLY | O_APPEND | O_NONBLOCK)
    }
    package var write: @Sendable (Int32, UnsafeRawPointer?, Int) -> Int = { ThemeSystem.write($0, $1, $2) }
    package var synchronize: @Sendable (Int32) -> Int32 = { fsync($0) }
    /// Waits until all names in a folder are on the disk. Not every file system can.
    package var synchronizeNames: @Sendable (_ folder: String) -> Void = { folder in
        let descriptor = openWithoutLinks(folder, O_RDONLY | O_DIRECTORY)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        ThemeSystem.close(descriptor)
    }
    package var rename: @Sendable (String, String) -> Int32 = { old, new in
        inFolder(of: old) { folder, name in inFolder(of: new) { renameat(folder, name, $0, $1) } }
    }
    package var link: @Sendable (String, String) -> Int32 = { old, new in
        inFolder(of: old) { folder, name in inFolder(of: new) { linkat(folder, name, $0, $1, 0) } }
    }
    package var unlink: @Sendable (String) -> Int32 = { inFolder(of: $0) { unlinkat($0, $1, 0) } }
    package var rmdir: @Sendable (String) -> Int32 = { inFolder(of: $0) { unlinkat($0, $1, AT_REMOVEDIR) } }

    /// The files and folders that a signal deletes before it ends the process.
    package var unfinished = UnfinishedFiles.ofProcess

    package init() {}

    package func exists(_ path: String) -> Bool { mode(of: path) != nil }

    package func isFolder(_ path: String) -> Bool { mode(of: path).map { $0 & S_IFMT == S_IFDIR } ?? false }

    /// Makes a file or folder of this program readable and writable again. Follows no link.
    package func allowAccess(to path: String) {
        let own: mode_t = isFolder(path) ? 0o700 : 0o600
        guard let mode = mode(of: path), mode & own != own else { return }
        _ = inFolder(of: path) { fchmodat($0, $1, mode & 0o777 | own, AT_SYMLINK_NOFOLLOW) }
    }

    private func mode(of path: String) -> mode_t? {
        var status = stat()
        return inFolder(of: path) { fstatat($0, $1, &status, AT_SYMLINK_NOFOLLOW) } == 0 ? status.st_mode : nil
    }
}

/// Opens the folder of a file without following a link, and calls `body` with it and the file's name. Returns -1 with
/// `errno` if it cannot be opened.
func inFolder(of path: String, _ body: (_ folder: Int32, _ name: String) -> Int32) -> Int32 {
    let folder = openWithoutLinks(String(path.parentFolder), searchFlags)
    guard folder >= 0 else { return -1 }
    defer { closeKeepingError(folder) }
    return body(folder, String(path.lastPathComponent))
}
