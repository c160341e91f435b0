/// A list of temporary files and new folders that are not finished yet. Thread-safe. Call ``remove(then:)`` before the
/// process ends early.
package final class UnfinishedFiles: Sendable {
    private struct Paths {
        var files: Set<String> = []
        /// Outer folders come before inner ones.
        var folders: [String] = []
        var creatingCount = 0
        var isRemoving = false

        /// The last close of a large file frees its blocks, which takes milliseconds. Another thread does that for one
        /// of the files: descriptors can be scarce.
        mutating func removeBackups(of renames: [Rename], on disk: DiskCalls) {
            var large: Int32 = -1
            for rename in renames where files.remove(rename.backup) != nil {
                if large < 0, Self.isLarge(rename.backup) {
                    large = openWithoutLinks(rename.backup, O_RDONLY | O_NONBLOCK)
                }
                if disk.unlink(rename.backup) != 0, large >= 0 {
                    // It can have taken the last descriptor.
                    close(large)
                    large = -1
                    _ = disk.unlink(rename.backup)
                }
            }
            guard large >= 0 else { return }
            do throws(SystemError) { try SystemThread { [large] in close(large) }.detach() } catch { close(large) }
        }

        private static func isLarge(_ path: String) -> Bool {
            var status = stat()
            return lstat(path, &status) == 0 && status.st_size > 1 << 20
        }
    }

    /// The list of this process. Tests of signals have lists of their own.
    package static let ofProcess = UnfinishedFiles()

    private let paths = Lock(Paths())

    package init() {}

    /// Deletes all files and folders, and gives `body` their number. `body` may end the process: nothing can be created
    /// or renamed while it runs.
    package func remove(then body: (_ count: Int) -> Void) {
        // Yields, because the wait is only as long as the calls of open that already run: at most one in each thread.
        while !tryToRemove(then: body) { sched_yield() }
    }

    /// Returns `false` if a file is being created. Further files wait until the call that succeeds.
    private func tryToRemove(then body: (Int) -> Void) -> Bool {
        paths.withLock { paths in
            paths.isRemoving = true
            guard paths.creatingCount == 0 else { return false }
            let disk = DiskCalls()
            let count =
                paths.files.count { disk.unlink($0) == 0 } + paths.folders.reversed().count { disk.rmdir($0) == 0 }
            paths = Paths()
            body(count)
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
