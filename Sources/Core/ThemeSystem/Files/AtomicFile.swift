/// A file that is written in pieces under a temporary name. It gets its name, or replaces an older file, in one step.
///
/// A rename replaces anything, so a device, a folder or a file that is protected against writing is refused before the
/// first byte. A link is replaced; its target is not touched. The links to its folder are resolved once: if the folder
/// is exchanged for a link later, nothing is written. When this is freed unfinished, the file is deleted.
package final class AtomicFile: Sendable {
    /// The file's path when it is finished, without links.
    package let path: String
    package let temporaryPath: String
    private let disk: DiskCalls
    private let writer: FileWriter

    /// Resolves the links to the file's folder, then creates the temporary file.
    package convenience init(
        at path: String, isOwn: Bool = false, on disk: DiskCalls = DiskCalls()
    ) throws(SystemError) {
        let folder = try realPath(of: String(path.parentFolder))
        try self.init(resolved: "\(folder.withoutLastSlash)/\(path.lastPathComponent)", isOwn: isOwn, on: disk)
    }

    /// Creates the temporary file, with the permissions of the file that it will replace.
    ///
    /// - Parameters:
    ///   - path: a path on which there were no links when it was checked.
    ///   - isOwn: whether nobody else has a file of this name. Then all that a rename can replace is replaced.
    package init(resolved path: String, isOwn: Bool = false, on disk: DiskCalls = DiskCalls()) throws(SystemError) {
        let replaced = isOwn ? nil : try Self.permissions(ofReplaceable: path)
        self.path = path
        self.disk = disk
        temporaryPath = TemporaryName.path(beside: path)
        let descriptor = disk.unfinished.create(temporaryPath, on: disk)
        guard descriptor >= 0 else {
            throw errno == ELOOP ? SystemError("its folder has become a link", code: ELOOP) : .last()
        }
        if let replaced { fchmod(descriptor, replaced) }
        writer = FileWriter(descriptor, on: disk)
    }

    deinit {
        close()
        disk.unfinished.remove(temporaryPath, on: disk)
    }

    /// Returns the permissions of a file that may be replaced; `nil` if there is none, or a link.
    private static func permissions(ofReplaceable path: String) throws(SystemError) -> mode_t? {
        var status = stat()
        guard inFolder(of: path, { fstatat($0, $1, &status, AT_SYMLINK_NOFOLLOW) }) == 0 else { return nil }
        switch status.st_mode & S_IFMT {
        case S_IFLNK: return nil
        case S_IFREG:
            guard inFolder(of: path, { faccessat($0, $1, W_OK, 0) }) == 0 else { throw .last() }
            return status.st_mode & 0o777
        default: throw SystemError("it is not a regular file")
        }
    }

    package func append(_ bytes: [UInt8]) throws(SystemError) { try writer.append(bytes) }

    package func append(_ bytes: UnsafeRawBufferPointer) throws(SystemError) { try writer.append(bytes) }

    package func synchronize() throws(SystemError) { try writer.synchronize() }

    package func close() { writer.close() }

    /// Waits until the bytes are on the disk, renames the file, and waits until its name is on the disk.
    ///
    /// - Parameter isDurable: whether to wait. Without, a loss of power can leave a file without its bytes.
    package func finish(isDurable: Bool = true) throws(SystemError) {
        if isDurable { try synchronize() }
        close()
        do throws(RenameError) {
            try disk.unfinished.finish([[self]], on: disk)
        } catch {
            throw error.cause
        }
        if isDurable { disk.synchronizeNames(String(path.parentFolder)) }
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

/// The name of a file that gets another name, or is deleted, before a run ends. No other program uses such names.
package enum TemporaryName {
    package static let start = ".themepack-"
    private static let end = ".tmp"

    package static func random() -> String { start + String(UInt64.random(in: .min ... .max), radix: 36) + end }

    /// Returns the path of a new temporary file in the folder of a file, so that it can be renamed to it.
    package static func path(beside path: String) -> String {
        "\(path.parentFolder)/\(random())"
    }

    /// Deletes such files in a folder. Call it only while no other process writes there.
    package static func removeFiles(in folder: String, on disk: DiskCalls = DiskCalls()) {
        var names: [String] = []
        // A folder that cannot be read has none that could be deleted.
        try? forEachEntry(of: folder, links: .refuse) { name, _, _ in
            // Such a name is ASCII.
            let name = String(decoding: name, as: UTF8.self)
            if matches(name) { names.append(name) }
        }
        for name in names { remove("\(folder)/\(name)", on: disk) }
    }

    /// Deletes such a file, or a folder with all that is in it.
    package static func remove(_ path: String, on disk: DiskCalls) {
        if disk.isFolder(path) {
            disk.allowAccess(to: path)
            // The next call deletes what stays after an error.
            try? FileManager.default.removeItem(atPath: path)
        } else {
            _ = disk.unlink(path)
        }
    }

    package static func matches(_ name: String) -> Bool { name.hasPrefix(start) && name.hasSuffix(end) }
}
