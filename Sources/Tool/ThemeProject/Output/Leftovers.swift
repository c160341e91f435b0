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

    /// Deletes them. Call it only while no other run writes to the project.
    package static func remove(in root: String, _ folders: [String]) {
        for path in find(in: root, folders) { try? remove(path) }
    }

    package static func remove(_ path: String) throws(UserError) {
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
