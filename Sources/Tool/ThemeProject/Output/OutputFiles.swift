/// Files that are written under temporary names, and then get their own names: all or none. What was not finished is
/// deleted when this is freed, with the folders that were created for it.
package final class OutputFiles {
    package typealias File = (place: OutputPlace, bytes: [UInt8])

    private let disk: DiskCalls
    private var groups: [[AtomicFile]] = [[]]
    /// By their targets.
    private var places: [String: OutputPlace] = [:]
    /// Inner folders come before outer ones.
    private var newFolders: [String] = []
    private var isFinished = false

    package init(on disk: DiskCalls = DiskCalls()) { self.disk = disk }

    deinit {
        // Files delete themselves, so that their folders are empty.
        groups = []
        disk.unfinished.release(folders: newFolders, keepingThem: isFinished, on: disk)
    }

    /// - Parameter written: called after each file.
    package static func write(
        _ files: [File], on disk: DiskCalls = DiskCalls(), written: ((_ done: Int, _ all: Int) -> Void)? = nil
    ) throws(UserError) {
        let output = OutputFiles(on: disk)
        for (index, file) in files.enumerated() {
            try output.add(file.place, file.bytes)
            written?(index + 1, files.count)
        }
        try output.finish()
    }

    /// Writes a file completely, and its folders.
    package func add(_ place: OutputPlace, _ bytes: [UInt8]) throws(UserError) {
        try bytes.withBytes { bytes throws(UserError) in try add(place, bytes) }
    }

    package func add(_ place: OutputPlace, _ bytes: UnsafeRawBufferPointer) throws(UserError) {
        let missing = DiskFileSystem().missingFolders(to: String(place.target.parentFolder))
        newFolders = missing + newFolders
        for folder in missing.reversed() where disk.unfinished.createFolder(folder, on: disk) != 0 && errno != EEXIST {
            throw UserError(
                path: folder, "the folder cannot be created: \(systemReason())", hint: "nothing was written")
        }
        let file = try rethrow(as: { UserError($0, writing: place) }) { () throws(SystemError) in
            let file = try AtomicFile(resolved: place.target, on: disk)
            try file.append(bytes)
            try file.synchronize()
            file.close()
            return file
        }
        groups[groups.count - 1].append(file)
        places[place.target] = place
    }

    /// The files that are added from here on get their names after those before them, which are in one folder. If that
    /// is interrupted, no file has its name without the files of earlier groups.
    package func startGroup() { groups.append([]) }

    package func finish() throws(UserError) {
        do throws(RenameError) {
            try disk.unfinished.finish(groups, on: disk)
        } catch {
            throw UserError(
                path: places[error.path]?.path ?? error.path, "cannot be replaced: \(error.cause.reason)",
                hint: error.hint)
        }
        isFinished = true
    }
}

extension DiskFileSystem {
    /// Returns the folders that have to be created, inner ones before outer ones.
    package func missingFolders(to folder: String) -> [String] {
        var missing: [String] = []
        var folder = folder
        while kindWithoutFollowing(folder) == nil, folder.parentFolder != folder {
            missing.append(folder)
            folder = String(folder.parentFolder)
        }
        return missing
    }
}

/// A result that is written in pieces. It gets its name, or replaces an older file, when it is complete. It is deleted
/// if it is freed unfinished.
package final class OutputFile {
    package let place: OutputPlace
    private let file: AtomicFile

    package init(at place: OutputPlace, on disk: DiskCalls = DiskCalls()) throws(UserError) {
        self.place = place
        file = try rethrow(as: { UserError($0, writing: place) }) { () throws(SystemError) in
            try AtomicFile(resolved: place.target, on: disk)
        }
    }

    package func append(_ bytes: [UInt8]) throws(UserError) {
        do throws(SystemError) { try file.append(bytes) } catch { throw UserError(error, writing: place) }
    }

    /// Waits until the bytes are on the disk, then renames the file.
    package func finish() throws(UserError) {
        do throws(SystemError) { try file.finish() } catch { throw UserError(error, writing: place) }
    }
}

extension UserError {
    package init(_ error: SystemError, writing place: OutputPlace) {
        self.init(
            path: place.path, "cannot be written: \(error.reason)",
            hint: "this file was not changed; does its folder exist, is it writable, and is there room on the disk?")
    }
}

/// A folder that one process writes at a time. Folders that were created for it are deleted when it is freed, unless
/// ``keep()`` was called before.
package final class OutputFolder {
    /// `false` if the file system has no locks. Then other processes may write there too.
    package var isLocked: Bool { folderLock?.excludes ?? false }
    /// The folders that did not exist. Inner folders come before outer ones.
    package private(set) var newFolders: [String] = []

    package let place: OutputPlace
    private let disk: DiskCalls
    private var folderLock: FolderLock?
    private var isKept = false

    /// Creates the folder with its parents, waits until no other process has it, and deletes the temporary files of
    /// processes that were killed.
    ///
    /// - Parameters:
    ///   - subfolder: a folder in it that is created and cleaned as well.
    ///   - dryRun: whether nothing will be written. Then the folder is neither created nor locked.
    package init(
        _ place: OutputPlace, containing subfolder: String? = nil, dryRun: Bool = false,
        on disk: DiskCalls = DiskCalls()
    ) throws(UserError) {
        self.place = place
        self.disk = disk
        if dryRun { return }
        try lock()
        clean(place)
        if let subfolder { _ = try folder(subfolder) }
    }

    /// The folder of a project whose own files are written. Only this gives places for them, so that each command
    /// locks the project before it reads what it changes.
    package convenience init(sourcesOf root: String, dryRun: Bool = false) throws(UserError) {
        try self.init(try OutputPlace(sourcesOf: root), dryRun: dryRun)
    }

    deinit {
        // Before others get the lock, so that none gets a folder that is then deleted.
        disk.unfinished.release(folders: newFolders, keepingThem: isKept, on: disk)
    }

    /// Creates and cleans a folder in it.
    package func folder(_ name: String) throws(UserError) -> OutputPlace {
        let inner = try place.folder(name)
        try create(inner)
        clean(inner)
        return inner
    }

    /// Keeps the new folders.
    package func keep() { isKept = true }

    /// Waits until the folder's names are on the disk. Not every file system can.
    package func synchronizeNames() { folderLock?.synchronizeNames() }

    private func lock() throws(UserError) {
        // Another process that fails deletes the folder that it has created.
        while folderLock == nil {
            try create(place)
            folderLock = try rethrow(as: { Self.failure(place, "cannot be written to", $0) }) {
                () throws(SystemError) in
                try FolderLock(place.target, waits: true)
            }
        }
    }

    /// Without a lock, temporary files can belong to a running process.
    private func clean(_ folder: OutputPlace) {
        if isLocked { TemporaryName.removeFiles(in: folder.target, on: disk) }
    }

    private func create(_ folder: OutputPlace) throws(UserError) {
        let missing = DiskFileSystem().missingFolders(to: folder.target)
        newFolders = missing + newFolders
        for parent in missing.reversed() where disk.unfinished.createFolder(parent, on: disk) != 0 && errno != EEXIST {
            throw Self.failure(folder, "the folder cannot be created", .last())
        }
    }

    private static func failure(_ place: OutputPlace, _ what: String, _ error: SystemError) -> UserError {
        UserError(path: place.path, "\(what): \(error.reason)", hint: OutputPlace.hint)
    }
}
