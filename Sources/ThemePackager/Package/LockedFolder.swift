import SystemCalls
package import ThemeProject

/// A folder that one process writes at a time. Folders that were created for it are deleted when it is freed, unless
/// ``keep()`` was called before.
package final class LockedFolder {
    /// `false` if the file system has no locks. Then other processes may write there too.
    package private(set) var isLocked = false
    /// The folders that did not exist. Inner folders come before outer ones.
    private(set) var newFolders: [String] = []

    private let path: String
    private let unfinished: UnfinishedFiles
    private let disk: DiskCalls
    private var descriptor: Int32 = -1
    private var isKept = false

    /// Creates the folder with its parents, and waits until no other process has it.
    ///
    /// - Parameter subfolder: a folder in it that is created as well.
    package convenience init(
        _ path: String, containing subfolder: String, unfinished: UnfinishedFiles
    ) throws(UserError) {
        try self.init(path, unfinished: unfinished, on: DiskCalls())
        try create("\(path)/\(subfolder)")
    }

    init(_ path: String, unfinished: UnfinishedFiles, on disk: DiskCalls) throws(UserError) {
        (self.path, self.unfinished, self.disk) = (path, unfinished, disk)
        while true {
            try create(path)
            descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            guard descriptor >= 0 else { throw Self.failure(path, "cannot be written to") }
            isLocked = retryingOnInterrupt { flock(descriptor, LOCK_EX) } == 0
            if !isLocked || isNamed { return }
            // Another process has failed meanwhile, and deleted the folder that it had created.
            close(descriptor)
            descriptor = -1
        }
    }

    deinit {
        // Before others get the lock, so that none gets a folder that is then deleted.
        unfinished.release(folders: newFolders, keepingThem: isKept, on: disk)
        if descriptor >= 0 { close(descriptor) }
    }

    /// Keeps the new folders.
    package func keep() { isKept = true }

    /// Waits until the folder's names are on the disk. Not every file system can.
    func synchronizeNames() { fsync(descriptor) }

    private func create(_ folder: String) throws(UserError) {
        let missing = Distribution.missingFolders(of: folder)
        unfinished.add(folders: missing)
        newFolders = missing + newFolders
        for parent in missing.reversed() where mkdir(parent, 0o777) != 0 && errno != EEXIST {
            throw Self.failure(folder, "the folder cannot be created")
        }
    }

    /// Whether the folder with this lock is the one that has the name.
    private var isNamed: Bool {
        var (opened, named) = (stat(), stat())
        return fstat(descriptor, &opened) == 0 && stat(path, &named) == 0
            && opened.st_ino == named.st_ino && opened.st_dev == named.st_dev
    }

    private static func failure(_ path: String, _ what: String) -> UserError {
        UserError(path: path, "\(what): \(systemReason())", hint: "name another folder")
    }
}
