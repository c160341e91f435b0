package import SystemCalls

/// A file that is written in pieces under a temporary name. It gets its name, or replaces an older file, in one step.
///
/// A rename replaces anything, so a device, a folder or a file that is protected against writing is refused before the
/// first byte. A link is replaced; its target is not touched. When this is freed unfinished, the file is deleted.
package final class AtomicFile: Sendable {
    /// The file's name when it is finished.
    package let path: String
    package let temporaryPath: String
    private let unfinished: UnfinishedFiles
    private let disk: DiskCalls
    private let state: Lock<State>

    private struct State {
        var descriptor: Int32
        var writeback = EarlyWriteback()
    }

    /// Creates the temporary file, with the permissions of the file that it will replace.
    ///
    /// - Parameter unfinished: deletes the temporary file if the process ends early.
    package init(
        at path: String, unfinished: UnfinishedFiles = UnfinishedFiles(), on disk: DiskCalls = DiskCalls()
    ) throws(SystemError) {
        let replaced = try Self.permissions(ofReplaceable: path)
        self.path = path
        self.unfinished = unfinished
        self.disk = disk
        temporaryPath = TemporaryName.path(beside: path)
        let descriptor = unfinished.create(temporaryPath, on: disk)
        guard descriptor >= 0 else { throw .last() }
        if let replaced { fchmod(descriptor, replaced) }
        state = Lock(State(descriptor: descriptor))
    }

    deinit {
        close()
        unfinished.remove(temporaryPath, on: disk)
    }

    /// Returns the permissions of a file that may be replaced; `nil` if there is none, or a link.
    private static func permissions(ofReplaceable path: String) throws(SystemError) -> mode_t? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        switch status.st_mode & S_IFMT {
        case S_IFLNK: return nil
        case S_IFREG:
            guard access(path, W_OK) == 0 else { throw .last() }
            return status.st_mode & 0o777
        default: throw SystemError("it is not a regular file")
        }
    }

    package func append(_ bytes: [UInt8]) throws(SystemError) {
        if !bytes.withUnsafeBytes(write) { throw .last() }
    }

    package func append(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
        if !write(bytes) { throw .last() }
    }

    private func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
        state.withLock { state in
            guard writeFully(bytes, to: state.descriptor, with: disk.write) else { return false }
            state.writeback.continueAfter(bytes.count, to: state.descriptor)
            return true
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
            if state.descriptor >= 0 { SystemCalls.close(state.descriptor) }
            state.descriptor = -1
        }
    }

    /// Waits until the bytes are on the disk, renames the file, and waits until its name is on the disk.
    ///
    /// - Parameter isDurable: whether to wait. Without, a loss of power can leave a file without its bytes.
    package func finish(isDurable: Bool = true) throws(SystemError) {
        if isDurable { try synchronize() }
        close()
        do throws(RenameError) {
            try unfinished.finish([renaming()], on: disk)
        } catch {
            throw error.cause
        }
        if isDurable { disk.synchronizeNames(String(path.parentFolder)) }
    }

    /// The step that gives the file its name, for ``UnfinishedFiles/finish(_:on:)``.
    package func renaming(comesAfterOthers: Bool = false, staysIfOthersStay: Bool = false) -> UnfinishedFiles.Rename {
        UnfinishedFiles.Rename(
            file: self, backup: TemporaryName.path(beside: path), comesAfterOthers: comesAfterOthers,
            staysIfOthersStay: staysIfOthersStay)
    }

    /// Replaces a file by these bytes, or leaves it as it was.
    package static func replace(
        _ path: String, with bytes: [UInt8], on disk: DiskCalls = DiskCalls()
    ) throws(SystemError) {
        let file = try AtomicFile(at: path, on: disk)
        try file.append(bytes)
        try file.finish()
    }
}
