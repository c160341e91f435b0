/// Temporary files that killed runs have left in a project.
package enum Leftovers {
    /// Returns their paths, sorted. Follows no link.
    ///
    /// - Parameters:
    ///   - root: the project's folder, by a path without links.
    ///   - folders: the folders of the project's files, relative to it. They are searched as a whole.
    package static func find(in root: String, _ folders: [String]) -> [String] {
        var found = entries(of: root).filter(isLeftover).map { "\(root)/\(name($0))" }
        var rest = folders.map { "\(root)/\($0)" }.filter { DiskFileSystem().kindWithoutFollowing($0) == .folder }
        while let folder = rest.popLast() {
            for entry in entries(of: folder) {
                let path = "\(folder)/\(name(entry))"
                if isLeftover(entry) { found.append(path) }
                if entry.kind == .folder { rest.append(path) }
            }
        }
        return found.sorted { UTF8Order.precedes($0, $1) }
    }

    /// Deletes them. Without a lock, they can belong to a running process, and stay.
    package static func remove(in root: OutputFolder, _ folders: [String]) {
        guard root.isLocked else { return }
        for path in find(in: root.place.target, folders) { try? remove(path) }
    }

    /// Deletes them while no other process writes to the folder. Returns their paths, sorted.
    ///
    /// - Parameter lock: is called if there are any.
    package static func delete(
        in root: String, _ folders: [String], dryRun: Bool, lock: () throws(UserError) -> OutputFolder
    ) throws(UserError) -> [String] {
        let found = find(in: root, folders)
        guard !dryRun, let first = found.first else { return found }
        // A running process renames its own before this one gets the folder; the others are deleted with it.
        let locked = try lock()
        guard locked.isLocked else {
            throw UserError(
                path: first, "can belong to a running process: the file system has no locks", hint: "delete it yourself"
            )
        }
        for path in find(in: root, folders) { try remove(path) }
        return found
    }

    private static func remove(_ path: String) throws(UserError) {
        guard DiskCalls().unlink(path) == 0 || errno == ENOENT else {
            throw UserError(path: path, "cannot be deleted: \(systemReason())", hint: "delete it yourself")
        }
    }

    private static func isLeftover(_ entry: FolderEntry) -> Bool {
        entry.kind == .file && TemporaryName.matches(name(entry))
    }

    private static func name(_ entry: FolderEntry) -> String { String(validUTF8: entry.name) ?? "" }

    /// A folder that cannot be read has none that could be deleted.
    private static func entries(of folder: String) -> [FolderEntry] {
        (try? DiskFileSystem.withoutLinks.entries(of: folder)) ?? []
    }
}
