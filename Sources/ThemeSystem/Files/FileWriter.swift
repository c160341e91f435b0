/// A file that is open for writing. Thread-safe.
package final class FileWriter: Sendable {
    private struct State {
        static let writebackStep = 4 << 20

        var descriptor: Int32
        var written = 0
        /// The bytes that the system has begun to write to the disk.
        var started = 0

        /// Lets the system write the file to the disk while more is appended, so that `fsync` has little left to wait
        /// for.
        mutating func startWriteback() {
            guard written - started >= Self.writebackStep else { return }
            #if os(Linux)
                // Starts to write the range, and leaves it in the cache, because its pages are not clean yet. The call
                // for this purpose, sync_file_range, is not visible without _GNU_SOURCE.
                posix_fadvise(descriptor, off_t(started), off_t(written - started), POSIX_FADV_DONTNEED)
            #endif
            started = written
        }
    }

    private let disk: DiskCalls
    private let state: Lock<State>

    /// - Parameter descriptor: an open file, which this closes.
    package init(_ descriptor: Int32, on disk: DiskCalls = DiskCalls()) {
        self.disk = disk
        state = Lock(State(descriptor: descriptor))
    }

    deinit { close() }

    package func append(_ bytes: [UInt8]) throws(SystemError) {
        try bytes.withBytes { bytes throws(SystemError) in try append(bytes) }
    }

    package func append(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
        try state.withLock { state throws(SystemError) in
            guard writeFully(bytes, to: state.descriptor, with: disk.write) else { throw .last() }
            state.written += bytes.count
            state.startWriteback()
        }
    }

    /// Waits until all bytes are on the disk, so that a power failure does not lose them.
    package func synchronize() throws(SystemError) {
        let descriptor = state.withLock { $0.descriptor }
        if disk.synchronize(descriptor) != 0 { throw .last() }
    }

    /// Closes the file, because the number of open files is limited.
    package func close() {
        state.withLock { state in
            if state.descriptor >= 0 { ThemeSystem.close(state.descriptor) }
            state.descriptor = -1
        }
    }
}

/// The calls that write files. Tests replace them to make any call fail.
///
/// Every path is one whose links are resolved. A call fails with `ELOOP` if its folder, or one above, is a link now. So
/// nothing is written outside when another process exchanges a folder for a link after a check.
package struct DiskCalls: Sendable {
    package var create: @Sendable (_ path: String) -> Int32 = {
        openWithoutLinks($0, O_WRONLY | O_CREAT | O_EXCL, mode: 0o666)
    }
    package var createFolder: @Sendable (_ path: String) -> Int32 = { inFolder(of: $0) { mkdirat($0, $1, 0o777) } }
    /// Opens a file to continue it.
    package var append: @Sendable (_ path: String) -> Int32 = { openWithoutLinks($0, O_WRONLY | O_APPEND) }
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

    /// What is deleted if the process ends early.
    package var unfinished = UnfinishedFiles.ofProcess

    package init() {}

    package func exists(_ path: String) -> Bool {
        var status = stat()
        return inFolder(of: path) { fstatat($0, $1, &status, AT_SYMLINK_NOFOLLOW) } == 0
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
