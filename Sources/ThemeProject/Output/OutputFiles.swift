package import ThemeSystem
import ThemeModel

/// Writes files and their folders, all or none.
package struct OutputFiles: Sendable {
    package typealias File = (place: OutputPlace, bytes: [UInt8])

    let unfinished: UnfinishedFiles
    package var disk = DiskCalls()

    /// - Parameter unfinished: the files and folders to remove if the process ends early.
    package init(unfinished: UnfinishedFiles) { self.unfinished = unfinished }

    package func write(_ files: [File]) throws(UserError) {
        let folders = newFolders(of: files)
        unfinished.add(folders: folders)
        var isFinished = false
        defer { unfinished.release(folders: folders, keepingThem: isFinished, on: disk) }
        for folder in folders.reversed() where disk.createFolder(folder) != 0 && errno != EEXIST {
            throw UserError(
                path: folder, "the folder cannot be created: \(systemReason())", hint: "nothing was written")
        }
        var pending: [UnfinishedFiles.Rename] = []
        for file in files {
            do throws(SystemError) {
                let new = try AtomicFile(resolved: file.place.target, unfinished: unfinished, on: disk)
                try new.append(file.bytes)
                try new.synchronize()
                new.close()
                pending.append(new.renaming())
            } catch {
                throw UserError(error, writing: file.place)
            }
        }
        do throws(RenameError) {
            try unfinished.finish(pending, on: disk)
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
