package import ThemeSystem
import ThemeModel

/// A folder that one process writes at a time. Folders that were created for it are deleted when it is freed, unless
/// ``keep()`` was called before.
package final class OutputFolder {
    /// `false` if the file system has no locks. Then other processes may write there too.
    package var isLocked: Bool { folderLock?.excludes ?? false }
    /// The folders that did not exist. Inner folders come before outer ones.
    package private(set) var newFolders: [String] = []

    private let place: OutputPlace
    private let unfinished: UnfinishedFiles
    private let disk: DiskCalls
    private var folderLock: FolderLock?
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
        if isLocked { for folder in folders { TemporaryName.removeFiles(in: folder.target, on: disk) } }
    }

    deinit {
        // Before others get the lock, so that none gets a folder that is then deleted.
        unfinished.release(folders: newFolders, keepingThem: isKept, on: disk)
    }

    /// Keeps the new folders.
    package func keep() { isKept = true }

    /// Waits until the folder's names are on the disk. Not every file system can.
    package func synchronizeNames() { folderLock?.synchronizeNames() }

    private func lock() throws(UserError) {
        // Another process that fails deletes the folder that it has created.
        while folderLock == nil {
            try create(place)
            do throws(SystemError) {
                folderLock = try FolderLock(place.target, waits: true)
            } catch {
                throw Self.failure(place, "cannot be written to", error)
            }
        }
    }

    private func create(_ folder: OutputPlace) throws(UserError) {
        let missing = DiskFileSystem().missingFolders(to: folder.target)
        unfinished.add(folders: missing)
        newFolders = missing + newFolders
        for parent in missing.reversed() where disk.createFolder(parent) != 0 && errno != EEXIST {
            throw Self.failure(folder, "the folder cannot be created", .last())
        }
    }

    private static func failure(_ place: OutputPlace, _ what: String, _ error: SystemError) -> UserError {
        UserError(path: place.path, "\(what): \(error.reason)", hint: OutputPlace.hint)
    }
}
