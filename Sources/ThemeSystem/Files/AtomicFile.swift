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
    package convenience init(at path: String, on disk: DiskCalls = DiskCalls()) throws(SystemError) {
        let folder = try realPath(of: String(path.parentFolder))
        try self.init(resolved: "\(folder.withoutLastSlash)/\(path.lastPathComponent)", on: disk)
    }

    /// Creates the temporary file, with the permissions of the file that it will replace.
    ///
    /// - Parameter path: a path on which there were no links when it was checked.
    package init(resolved path: String, on disk: DiskCalls = DiskCalls()) throws(SystemError) {
        let replaced = try Self.permissions(ofReplaceable: path)
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

/// The temporary files and new folders of a run. Call ``remove(then:)`` before ending the process early. Thread-safe.
package final class UnfinishedFiles: Sendable {
    private struct Paths {
        var files: Set<String> = []
        /// Outer folders come before inner ones.
        var folders: [String] = []
        /// The number of files that threads are creating now.
        var creatingCount = 0
        var isRemoving = false

        mutating func removeBackups(of renames: [Rename], on disk: DiskCalls) {
            for rename in renames where files.remove(rename.backup) != nil { _ = disk.unlink(rename.backup) }
        }
    }

    /// Those of this process. Tests that end early have others.
    package static let ofProcess = UnfinishedFiles()

    private let paths = Lock(Paths())

    package init() {}

    /// Deletes all files and folders. `body` may end the process: nothing can be created or renamed while it runs.
    package func remove(then body: () -> Void) {
        // Yields, because the wait is only as long as the calls of open that already run: at most one in each thread.
        while !tryToRemove(then: body) { sched_yield() }
    }

    /// Returns `false` if a file is being created. Further files wait until the call that succeeds.
    private func tryToRemove(then body: () -> Void) -> Bool {
        paths.withLock { paths in
            paths.isRemoving = true
            guard paths.creatingCount == 0 else { return false }
            let disk = DiskCalls()
            for file in paths.files { _ = disk.unlink(file) }
            for folder in paths.folders.reversed() { _ = disk.rmdir(folder) }
            paths = Paths()
            body()
            return true
        }
    }

    /// Creates a file that is deleted unless ``keep(_:)`` is called. Returns its descriptor, or -1 with `errno`.
    ///
    /// Creates it outside the lock, so that threads create files at the same time.
    package func create(_ file: String, on disk: DiskCalls = DiskCalls()) -> Int32 {
        while !beginCreating() { sched_yield() }
        let descriptor = disk.create(file)
        let code = errno
        paths.withLock { paths in
            paths.creatingCount -= 1
            if descriptor >= 0 { paths.files.insert(file) }
        }
        errno = code
        return descriptor
    }

    private func beginCreating() -> Bool {
        paths.withLock { paths in
            guard !paths.isRemoving else { return false }
            paths.creatingCount += 1
            return true
        }
    }

    /// Deletes a file that ``create(_:on:)`` has created.
    package func remove(_ file: String, on disk: DiskCalls = DiskCalls()) {
        paths.withLock { paths in if paths.files.remove(file) != nil { _ = disk.unlink(file) } }
    }

    /// Ends the registration of files, which stay.
    package func keep(_ files: [String]) { paths.withLock { $0.files.subtract(files) } }

    /// Creates a folder that is deleted unless it is kept, after the folders above it. Returns -1, with `errno`, if it
    /// cannot be created.
    package func createFolder(_ folder: String, on disk: DiskCalls = DiskCalls()) -> Int32 {
        paths.withLock { paths in
            let result = disk.createFolder(folder)
            if result == 0 { paths.folders.append(folder) }
            return result
        }
    }

    /// Ends the registration of folders. Deletes them unless they are kept or have contents.
    package func release(folders: [String], keepingThem isKept: Bool, on disk: DiskCalls) {
        paths.withLock { paths in
            if !isKept { for folder in folders { _ = disk.rmdir(folder) } }
            paths.folders.removeAll(where: folders.contains)
        }
    }

    /// Gives files their names, all or none. Keeps backups of replaced files until all are renamed.
    /// ``remove(then:)`` waits until this returns.
    ///
    /// - Parameter groups: closed files; several groups are in one folder. No loss of power leaves a name of one group
    ///   without those of the groups before it. If a replaced file cannot be restored, the groups before its own stay
    ///   as they are.
    package func finish(_ groups: [[AtomicFile]], on disk: DiskCalls) throws(RenameError) {
        // A file deletes itself when it is freed.
        defer { withExtendedLifetime(groups) {} }
        let renames = groups.enumerated().flatMap { group, files in files.map { Rename($0, in: group) } }
        try paths.withLock { paths throws(RenameError) in
            var done: [(rename: Rename, existed: Bool)] = []
            var failed: (path: String, cause: SystemError)?
            for rename in renames where failed == nil {
                if let last = done.last?.rename, last.group < rename.group {
                    disk.synchronizeNames(String(rename.final.parentFolder))
                }
                let existed = disk.exists(rename.final)
                // A single rename needs no way back. A disk without hard links has no backups. Then replaced files
                // cannot be restored.
                if existed, renames.count > 1, disk.link(rename.final, rename.backup) == 0 {
                    paths.files.insert(rename.backup)
                }
                if disk.rename(rename.temporary, rename.final) == 0 {
                    paths.files.remove(rename.temporary)
                    done.append((rename, existed))
                } else {
                    failed = (rename.final, .last())
                }
            }
            guard let failed else { return paths.removeBackups(of: renames, on: disk) }
            var error = RenameError(path: failed.path, cause: failed.cause)
            var firstGroup = 0
            var lastGroup: Int?
            for (rename, existed) in done.reversed() where rename.group >= firstGroup {
                if let lastGroup, rename.group < lastGroup {
                    disk.synchronizeNames(String(rename.final.parentFolder))
                }
                lastGroup = rename.group
                if !existed {
                    _ = disk.unlink(rename.final)
                } else if paths.files.remove(rename.backup) == nil {
                    error.replaced.append(rename.final)
                } else if let kept = rename.restore(on: disk) {
                    error.kept.append(kept)
                }
                if error.isIncomplete { firstGroup = rename.group }
            }
            paths.removeBackups(of: renames, on: disk)
            throw error
        }
    }

    private struct Rename {
        let group: Int
        let temporary: String
        let final: String
        let backup: String

        init(_ file: AtomicFile, in group: Int) {
            self.group = group
            temporary = file.temporaryPath
            final = file.path
            backup = TemporaryName.path(beside: file.path)
        }

        /// Restores the former file in one of two ways. If both fail, keeps it under another name, because the backup
        /// is its only copy.
        ///
        /// - Returns: the path of the former file; `nil` if it is restored.
        func restore(on disk: DiskCalls) -> String? {
            if disk.rename(backup, final) == 0 { return nil }
            if disk.unlink(final) == 0, disk.link(backup, final) == 0 {
                _ = disk.unlink(backup)
                return nil
            }
            let kept = final + ".old"
            if disk.rename(backup, kept) == 0 { return kept }
            guard disk.link(backup, kept) == 0 else { return backup }
            _ = disk.unlink(backup)
            return kept
        }
    }
}

package struct RenameError: Error {
    package let path: String
    package let cause: SystemError
    /// Backups that could not be restored.
    var kept: [String] = []
    /// Files that have their new contents because they had no backups.
    var replaced: [String] = []

    var isIncomplete: Bool { !kept.isEmpty || !replaced.isEmpty }

    package var hint: String {
        if !kept.isEmpty {
            let isTemporary = kept.contains { TemporaryName.matches(String($0.lastPathComponent)) }
            return "the previous files are \(kept.joined(separator: ", ")): rename them back"
                + (isTemporary ? " before the next build, which deletes temporary files" : "")
        }
        if !replaced.isEmpty { return "already replaced: \(replaced.joined(separator: ", ")); build again" }
        return "nothing was changed; check its permissions"
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
        try? forEachEntry(of: folder, links: .refuse) { name, _ in
            // Such a name is ASCII.
            let name = String(decoding: name, as: UTF8.self)
            if matches(name) { names.append(name) }
        }
        for name in names { _ = disk.unlink("\(folder)/\(name)") }
    }

    package static func matches(_ name: String) -> Bool { name.hasPrefix(start) && name.hasSuffix(end) }
}
