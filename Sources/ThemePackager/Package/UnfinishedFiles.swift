import Synchronization

/// What builds have begun and not finished: files under temporary names, and folders made for them. Whoever ends the
/// process half-way has it removed first.
public final class UnfinishedFiles: Sendable {
    private struct Paths {
        var files: Set<String> = []
        /// Inner ones before those that hold them.
        var folders: [String] = []

        mutating func removeBackups(of renames: [Rename], on disk: DiskCalls) {
            for rename in renames where files.remove(rename.backup) != nil { _ = disk.unlink(rename.backup) }
        }
    }

    private let paths = Mutex(Paths())

    public init() {}

    /// Removes everything that is unfinished.
    ///
    /// - Parameter body: called before anything else can be begun, and never while files are being given their names: a
    ///   place to end the process.
    public func remove(then body: () -> Void) {
        paths.withLock { paths in
            let disk = DiskCalls()
            for file in paths.files { _ = disk.unlink(file) }
            for folder in paths.folders { _ = disk.rmdir(folder) }
            paths = Paths()
            body()
        }
    }

    /// Makes a file, and notes it before anybody can ask for its removal.
    func create(_ file: String, on disk: DiskCalls) -> Int32 {
        paths.withLock { paths in
            let descriptor = disk.create(file)
            if descriptor >= 0 { paths.files.insert(file) }
            return descriptor
        }
    }

    /// Removes a file, if it is still unfinished.
    func remove(_ file: String, on disk: DiskCalls) {
        paths.withLock { paths in if paths.files.remove(file) != nil { _ = disk.unlink(file) } }
    }

    func add(folders: [String]) { paths.withLock { $0.folders += folders } }

    /// - Parameter isFinished: whether they stay; otherwise those that are empty are removed.
    func settle(folders: [String], isFinished: Bool, on disk: DiskCalls) {
        paths.withLock { paths in
            if !isFinished { for folder in folders { _ = disk.rmdir(folder) } }
            paths.folders.removeAll(where: folders.contains)
        }
    }

    /// Gives files their final names, all or none: what had a name before is kept under another one until all are done.
    ///
    /// Nobody who ends the process by ``remove(then:)`` does so in between.
    func finish(_ renames: [Rename], on disk: DiskCalls) throws(RenamingProblem) {
        try paths.withLock { paths throws(RenamingProblem) in
            var done: [(rename: Rename, wasThere: Bool)] = []
            var failed: (path: String, cause: SinkProblem)?
            for rename in renames where failed == nil {
                let wasThere = disk.exists(rename.final)
                // On a disk without hard links nothing is kept, and so nothing can be put back.
                if wasThere, disk.link(rename.final, rename.backup) == 0 { paths.files.insert(rename.backup) }
                if disk.rename(rename.temporary, rename.final) == 0 {
                    paths.files.remove(rename.temporary)
                    done.append((rename, wasThere))
                } else {
                    failed = (rename.final, .system())
                }
            }
            guard let failed else { return paths.removeBackups(of: renames, on: disk) }
            var problem = RenamingProblem(path: failed.path, cause: failed.cause)
            for (rename, wasThere) in done {
                if !wasThere {
                    _ = disk.unlink(rename.final)
                } else if paths.files.remove(rename.backup) == nil {
                    problem.replaced.append(rename.final)
                } else if disk.rename(rename.backup, rename.final) != 0 {
                    // It is the only copy: whatever comes, it is not removed.
                    let kept = rename.final + ".old"
                    problem.kept.append(disk.rename(rename.backup, kept) == 0 ? kept : rename.backup)
                }
            }
            paths.removeBackups(of: renames, on: disk)
            throw problem
        }
    }

    struct Rename {
        let temporary: String
        let final: String
        /// Where what is there before is kept meanwhile.
        let backup: String
    }

    struct RenamingProblem: Error {
        let path: String
        let cause: SinkProblem
        /// Where that lies which was there before and could not be put back.
        var kept: [String] = []
        /// What has its new contents, as nothing was kept of the old ones.
        var replaced: [String] = []

        /// What became of the files that had been there.
        var hint: String {
            if !kept.isEmpty { return "what was there before lies in \(kept.joined(separator: ", ")): put it back" }
            if !replaced.isEmpty { return "\(replaced.joined(separator: ", ")) was replaced already: build again" }
            return "nothing was changed; may it be written to?"
        }
    }
}
