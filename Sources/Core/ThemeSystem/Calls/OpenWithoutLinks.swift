#if os(Linux)
    import CThemeSystem
#endif

/// How a path is opened on which there are links.
package enum LinkPolicy: Sendable {
    case follow
    /// Follows links to folders, but not a link at the end of the path.
    case refuseAtEnd
    /// For a path whose links are resolved. A folder that another process has exchanged for a link is not opened.
    case refuse

    /// Returns the descriptor, or -1 with `errno`, which is `ELOOP` for a link that is refused.
    package func open(_ path: String, _ flags: Int32) -> Int32 {
        switch self {
        case .follow: ThemeSystem.open(path, flags | O_CLOEXEC)
        case .refuseAtEnd: ThemeSystem.open(path, flags | O_CLOEXEC | O_NOFOLLOW)
        case .refuse: openWithoutLinks(path, flags)
        }
    }
}

/// Opens a folder only to name files in it, which needs no permission to list them. For ``LinkPolicy/open(_:_:)``.
#if os(Linux)
    // O_PATH, which Glibc's headers hide without _GNU_SOURCE.
    package let searchFlags = 0o10000000 | O_DIRECTORY
#else
    package let searchFlags = O_RDONLY | O_DIRECTORY
#endif

/// Opens a file or folder if no part of its path is a link. Returns the descriptor, or -1 with `errno`, which is
/// `ELOOP` if there is a link.
///
/// - Parameter opensEachFolder: whether to open each folder on the way, as is needed on old kernels and in sandboxes
///   that do not know `openat2`. Tests ask for it.
package func openWithoutLinks(
    _ path: String, _ flags: Int32, mode: mode_t = 0, opensEachFolder: Bool = false
) -> Int32 {
    if !opensEachFolder {
        #if os(Linux)
            // Without `withCString`, the string is copied first.
            let descriptor = path.withCString { csystem_open_without_links($0, flags | O_CLOEXEC, mode) }
            if descriptor >= 0 || errno != ENOSYS && errno != EPERM { return descriptor }
        #else
            return open(path, flags | O_CLOEXEC | O_NOFOLLOW_ANY, mode)
        #endif
    }
    return openEachFolder(of: path, flags, mode)
}

private func openEachFolder(of path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
    let slash = UInt8(ascii: "/")
    let names = path.utf8.split(separator: slash).map { String(Substring($0)) }
    guard let last = names.last else { return open(path, flags | O_CLOEXEC, mode) }
    var folder = AT_FDCWD
    if path.utf8.first == slash {
        folder = open("/", searchFlags | O_CLOEXEC)
        guard folder >= 0 else { return -1 }
    }
    for name in names.dropLast() {
        let next = openEntry(name, of: folder, searchFlags, 0)
        closeKeepingError(folder)
        guard next >= 0 else { return -1 }
        folder = next
    }
    defer { closeKeepingError(folder) }
    return openEntry(last, of: folder, flags, mode)
}

private func openEntry(_ name: String, of folder: Int32, _ flags: Int32, _ mode: mode_t) -> Int32 {
    let descriptor = openat(folder, name, flags | O_NOFOLLOW | O_CLOEXEC, mode)
    guard descriptor < 0, errno == ENOTDIR else { return descriptor }
    // For O_DIRECTORY, a link is only a file that is not a folder.
    var status = stat()
    let isLink = fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && status.st_mode & S_IFMT == S_IFLNK
    errno = isLink ? ELOOP : ENOTDIR
    return -1
}

func closeKeepingError(_ folder: Int32) {
    guard folder != AT_FDCWD else { return }
    let code = errno
    close(folder)
    errno = code
}

/// Returns the absolute path of an existing file or folder with all links resolved.
package func realPath(of path: String) throws(SystemError) -> String {
    guard let resolved = realpath(path, nil) else { throw .last() }
    defer { free(resolved) }
    guard let text = String(validatingCString: resolved) else { throw SystemError("its path is not UTF-8") }
    return text
}

/// A regular file that is open for reading. Opening waits for nothing: a FIFO is refused like any other kind of file.
package struct RegularFile: ~Copyable {
    package let descriptor: Int32
    /// The file's properties when it was opened.
    package let status: stat

    package var length: Int { Int(clamping: status.st_size) }

    package enum Failure: Error {
        /// A value of `errno`.
        case system(Int32)
        /// The file has this kind, a value of `S_IFMT`.
        case otherKind(mode_t)
    }

    package init(_ path: String, links: LinkPolicy = .follow) throws(Failure) {
        let descriptor = links.open(path, O_RDONLY | O_NONBLOCK)
        guard descriptor >= 0 else {
            // Linux and Apple's systems refuse to open a socket with these.
            throw errno == ENXIO || errno == EOPNOTSUPP ? .otherKind(S_IFSOCK) : .system(errno)
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            let code = errno
            close(descriptor)
            throw .system(code)
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw .otherKind(status.st_mode & S_IFMT)
        }
        self.descriptor = descriptor
        self.status = status
    }

    deinit { close(descriptor) }

    /// Returns the open file for several owners.
    package consuming func shared() -> OwnedDescriptor {
        let descriptor = descriptor
        discard self
        return OwnedDescriptor(descriptor)
    }

    /// Returns the bytes; `nil` if they cannot be read, or if the file has fewer meanwhile.
    package func bytes() -> [UInt8]? {
        let descriptor = descriptor
        return try? [UInt8](count: length) { bytes throws(IncompleteRead) in try readFully(descriptor, into: bytes) }
    }
}

/// An open file or socket, which is closed when the last owner frees it.
package final class OwnedDescriptor: Sendable {
    package let number: Int32

    package init(_ number: Int32) { self.number = number }

    deinit { close(number) }
}

/// The time of the last change of the bytes, and that of the last change of these or of the other properties.
extension stat {
    #if canImport(Darwin)
        package var modified: timespec { st_mtimespec }
        package var changed: timespec { st_ctimespec }
    #else
        package var modified: timespec { st_mtim }
        package var changed: timespec { st_ctim }
    #endif
}
