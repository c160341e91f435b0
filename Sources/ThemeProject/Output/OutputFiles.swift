/// Writes files and their folders, all or none.
package struct OutputFiles: Sendable {
    package typealias File = (place: OutputPlace, bytes: [UInt8])

    package var disk = DiskCalls()

    package init() {}

    package func write(_ files: [File]) throws(UserError) {
        let folders = newFolders(of: files)
        var isFinished = false
        defer { disk.unfinished.release(folders: folders, keepingThem: isFinished, on: disk) }
        for folder in folders.reversed() where disk.unfinished.createFolder(folder, on: disk) != 0 && errno != EEXIST {
            throw UserError(
                path: folder, "the folder cannot be created: \(systemReason())", hint: "nothing was written")
        }
        var pending: [AtomicFile] = []
        for file in files {
            try rethrow(as: { UserError($0, writing: file.place) }) { () throws(SystemError) in
                let new = try AtomicFile(resolved: file.place.target, on: disk)
                try new.append(file.bytes)
                try new.synchronize()
                new.close()
                pending.append(new)
            }
        }
        do throws(RenameError) {
            try disk.unfinished.finish([pending], on: disk)
        } catch {
            let place = files.first { $0.place.target == error.path }?.place
            throw UserError(
                path: place?.path ?? error.path, "cannot be replaced: \(error.cause.reason)", hint: error.hint)
        }
        isFinished = true
    }

    /// Inner folders come before outer ones.
    private func newFolders(of files: [File]) -> [String] {
        let missing = files.flatMap { DiskFileSystem().missingFolders(to: String($0.place.target.parentFolder)) }
        return Set(missing).sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }
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

extension OutputPlace {
    /// Replaces the file, or sends the bytes to the device or pipe.
    package func write(_ bytes: [UInt8]) throws(UserError) {
        guard isStream else {
            let file = try OutputFile(at: self)
            try file.append(bytes)
            return try file.finish()
        }
        let descriptor = open(target, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw UserError(.last(), writing: self) }
        defer { close(descriptor) }
        guard bytes.withUnsafeBytes({ writeFully($0, to: descriptor) }) else {
            throw UserError(.last(), writing: self)
        }
    }

    /// Throws if the file cannot be written. Writes nothing.
    package func checkIsWritable() throws(UserError) {
        guard isStream else {
            _ = try OutputFile(at: self)
            return
        }
        if access(target, W_OK) != 0 { throw UserError(.last(), writing: self) }
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

    private let place: OutputPlace
    private let disk: DiskCalls
    private var folderLock: FolderLock?
    private var isKept = false

    /// Creates the folder with its parents, waits until no other process has it, and deletes the temporary files of
    /// processes that were killed.
    ///
    /// - Parameter subfolder: a folder in it that is created and cleaned as well.
    package init(
        _ place: OutputPlace, containing subfolder: String? = nil, on disk: DiskCalls = DiskCalls()
    ) throws(UserError) {
        self.place = place
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
        disk.unfinished.release(folders: newFolders, keepingThem: isKept, on: disk)
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
