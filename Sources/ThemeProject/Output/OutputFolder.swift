import SystemCalls
package import ThemeModel

/// A folder that one process writes at a time. Folders that were created for it are deleted when it is freed, unless
/// ``keep()`` was called before.
package final class OutputFolder {
    /// `false` if the file system has no locks. Then other processes may write there too.
    package private(set) var isLocked = false
    /// The folders that did not exist. Inner folders come before outer ones.
    package private(set) var newFolders: [String] = []

    private let place: OutputPlace
    private let unfinished: UnfinishedFiles
    private let disk: DiskCalls
    private var descriptor: Int32 = -1
    private var isKept = false

    /// Creates the folder with its parents, waits until no other process has it, and deletes the temporary files of
    /// processes that were killed.
    ///
    /// - Parameter subfolder: a folder in it that is created and cleaned as well.
    package init(
        _ place: OutputPlace, containing subfolder: String? = nil, unfinished: UnfinishedFiles,
        on disk: DiskCalls = DiskCalls()
    ) throws(UserError) {
        self.place = place
        self.unfinished = unfinished
        self.disk = disk
        try lock()
        var folders = [place]
        if let subfolder {
            let inner = try place.folder(subfolder)
            try create(inner)
            folders.append(inner)
        }
        // Without a lock, temporary files can belong to a running process.
        if isLocked { for folder in folders { Self.removeLeftovers(in: folder.target, on: disk) } }
    }

    deinit {
        // Before others get the lock, so that none gets a folder that is then deleted.
        unfinished.release(folders: newFolders, keepingThem: isKept, on: disk)
        if descriptor >= 0 { close(descriptor) }
    }

    /// Keeps the new folders.
    package func keep() { isKept = true }

    /// Waits until the folder's names are on the disk. Not every file system can.
    package func synchronizeNames() { fsync(descriptor) }

    /// Deletes the temporary files of processes that were killed.
    package static func removeLeftovers(in folder: String, on disk: DiskCalls = DiskCalls()) {
        for entry in (try? DiskFileSystem().entries(of: folder)) ?? [] where entry.kind == .file {
            guard let name = String(validUTF8: entry.name), TemporaryName.matches(name) else { continue }
            _ = disk.unlink("\(folder)/\(name)")
        }
    }

    private func lock() throws(UserError) {
        while true {
            try create(place)
            descriptor = open(place.target, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            guard descriptor >= 0 else { throw Self.failure(place, "cannot be written to") }
            isLocked = retryingOnInterrupt { flock(descriptor, LOCK_EX) } == 0
            if !isLocked || isNamed { return }
            // Another process has failed meanwhile, and deleted the folder that it had created.
            close(descriptor)
            descriptor = -1
        }
    }

    private func create(_ folder: OutputPlace) throws(UserError) {
        let missing = DiskFileSystem().missingFolders(to: folder.target)
        unfinished.add(folders: missing)
        newFolders = missing + newFolders
        for parent in missing.reversed() where mkdir(parent, 0o777) != 0 && errno != EEXIST {
            throw Self.failure(folder, "the folder cannot be created")
        }
    }

    /// Whether the folder with this lock is the one that has the name.
    private var isNamed: Bool {
        var opened = stat()
        var named = stat()
        return fstat(descriptor, &opened) == 0 && stat(place.target, &named) == 0
            && opened.st_ino == named.st_ino && opened.st_dev == named.st_dev
    }

    private static func failure(_ place: OutputPlace, _ what: String) -> UserError {
        UserError(path: place.path, "\(what): \(systemReason())", hint: OutputPlace.hint)
    }
}
