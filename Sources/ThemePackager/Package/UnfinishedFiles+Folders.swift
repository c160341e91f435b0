import SystemCalls
import ThemeProject

extension UnfinishedFiles {
    /// Creates a folder with its parents, and deletes the created ones if `body` throws.
    package func withFolder<Result>(_ folder: String, _ body: () throws -> Result) throws -> Result {
        let disk = DiskCalls()
        let newFolders = Distribution.missingFolders(of: folder)
        add(folders: newFolders)
        var isFinished = false
        defer { release(folders: newFolders, keepingThem: isFinished, on: disk) }
        for missing in newFolders.reversed() where mkdir(missing, 0o777) != 0 && errno != EEXIST {
            throw NewFiles.failure(missing, .system())
        }
        let result = try body()
        isFinished = true
        return result
    }

    /// Creates a file that is deleted unless ``keep(_:)`` is called. Returns its descriptor, or -1 with `errno`.
    package func create(_ file: String) -> Int32 { create(file, on: DiskCalls()) }

    /// Deletes a file that ``create(_:)`` has created.
    package func remove(_ file: String) { remove(file, on: DiskCalls()) }
}
