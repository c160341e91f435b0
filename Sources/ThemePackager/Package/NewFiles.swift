import SystemCalls
import ThemeModel
package import ThemeProject

/// Writes new files and their folders, all or none.
package struct NewFiles: Sendable {
    package typealias File = (path: String, bytes: [UInt8])

    let unfinished: UnfinishedFiles
    var disk = DiskCalls()

    /// - Parameter unfinished: the files and folders to remove if the process ends early.
    package init(unfinished: UnfinishedFiles) { self.unfinished = unfinished }

    package func write(_ files: [File]) throws(UserError) {
        let folders = newFolders(of: files)
        unfinished.add(folders: folders)
        var isFinished = false
        defer { unfinished.release(folders: folders, keepingThem: isFinished, on: disk) }
        for folder in folders.reversed() where mkdir(folder, 0o777) != 0 && errno != EEXIST {
            throw Self.failure(folder, .system())
        }
        var pending: [FileSink] = []
        var renames: [UnfinishedFiles.Rename] = []
        for file in files {
            let temporary = "\(file.path.parentFolder)/\(TemporaryName.random())"
            do throws(SinkError) {
                let sink = try FileSink(creating: temporary, unfinished, on: disk)
                try sink.append(file.bytes)
                if let error = sink.synchronize() { throw error }
                sink.close()
                pending.append(sink)
            } catch {
                throw Self.failure(file.path, error)
            }
            let backup = "\(file.path.parentFolder)/\(TemporaryName.random())"
            renames.append(UnfinishedFiles.Rename(temporary: temporary, final: file.path, backup: backup))
        }
        do throws(RenameError) {
            try withExtendedLifetime(pending) { () throws(RenameError) in try unfinished.finish(renames, on: disk) }
        } catch {
            throw Self.failure(error.path, error.cause)
        }
        isFinished = true
    }

    /// Inner folders come before outer ones.
    private func newFolders(of files: [File]) -> [String] {
        let missing = files.flatMap { Distribution.missingFolders(of: String($0.path.parentFolder)) }
        return Set(missing).sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }
    }

    static func failure(_ path: String, _ error: SinkError) -> UserError {
        UserError(
            path: path, "cannot be written: \(error.message)",
            hint: "nothing was written; is the folder writable, and is there room on the disk?")
    }
}
