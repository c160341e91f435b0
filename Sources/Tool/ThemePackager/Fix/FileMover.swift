/// Renames and removes files of a project so that none is lost, whatever other programs do at the same time.
///
/// POSIX has no call that renames without replacing, nor one that removes only a certain file. So a file is linked to
/// its new name first. Then its old name is renamed to a temporary one, where no other program replaces it, checked,
/// and deleted.
///
/// Paths are without links to folders.
struct FileMover {
    var disk = DiskCalls()

    /// The reason why nothing was changed, as the predicate of a sentence about the file.
    struct Obstacle: Error {
        let message: String
    }

    /// Gives a regular file another name in its folder. A dry run only throws the reason for which that would fail now.
    func rename(_ path: String, to newPath: String, dryRun: Bool) throws(Obstacle) {
        let isTaken = Obstacle(message: "cannot be renamed: '\(newPath.lastPathComponent)' exists already")
        guard let file = Self.identity(of: path) else { throw Obstacle(message: "is not a regular file any more") }
        if disk.exists(newPath), !isOtherSpelling(newPath, of: path) { throw isTaken }
        guard Self.isFolderWritable(of: path) else {
            throw Obstacle(message: "cannot be renamed: its folder is not writable")
        }
        if dryRun { return }
        guard disk.link(path, newPath) == 0 else {
            let code = errno
            if code == EEXIST, isOtherSpelling(newPath, of: path), disk.rename(path, newPath) == 0 { return }
            throw code == EEXIST ? isTaken : Obstacle(message: "cannot be renamed: \(systemReason(of: code))")
        }
        do throws(Obstacle) {
            try take(path) { Self.identity(of: $0) == Self.identity(of: newPath) }
        } catch {
            if Self.identity(of: newPath) == file, Self.identity(of: path) == file { _ = disk.unlink(newPath) }
            throw error
        }
    }

    /// Removes a regular file that has the bytes of another one. A dry run only throws the reason for which that would
    /// fail now.
    func remove(_ path: String, equalTo other: String, limit: Int, dryRun: Bool) throws(Obstacle) {
        guard Self.areEqual(path, other, limit: limit) else {
            throw Obstacle(message: "is kept: not all of its bytes are those of '\(other.lastPathComponent)'")
        }
        guard Self.isFolderWritable(of: path) else {
            throw Obstacle(message: "cannot be removed: its folder is not writable")
        }
        if !dryRun { try take(path) { Self.areEqual($0, other, limit: limit) } }
    }

    static func isFolderWritable(of path: String) -> Bool { access(String(path.parentFolder), W_OK) == 0 }

    static func areEqual(_ path: String, _ other: String, limit: Int) -> Bool {
        let files = DiskFileSystem.withoutLinks
        guard let left = try? files.read(path, limit: limit), let right = try? files.read(other, limit: limit) else {
            return false
        }
        return left == right
    }

    /// Whether a disk that ignores letter case finds a file by another spelling of its name. Such a disk lists only one
    /// of them; any other disk lists both, and they can be links to one file.
    private func isOtherSpelling(_ newPath: String, of path: String) -> Bool {
        guard Self.identity(of: newPath) == Self.identity(of: path), newPath.lowercased() == path.lowercased(),
            let entries = try? DiskFileSystem.withoutLinks.entries(of: String(path.parentFolder))
        else { return false }
        return !entries.contains { $0.name.elementsEqual(newPath.lastPathComponent.utf8) }
    }

    /// Removes a file from its folder if it is still the expected one under a name that no other program uses.
    private func take(_ path: String, if isExpected: (String) -> Bool) throws(Obstacle) {
        let temporary = TemporaryName.path(beside: path)
        guard disk.rename(path, temporary) == 0 else {
            throw Obstacle(message: "cannot be moved: \(systemReason())")
        }
        if isExpected(temporary), disk.unlink(temporary) == 0 { return }
        guard disk.link(temporary, path) == 0 else {
            throw Obstacle(message: "has changed meanwhile; its former contents are in '\(temporary)'")
        }
        _ = disk.unlink(temporary)
        throw Obstacle(message: "has changed meanwhile, and is kept")
    }

    /// The file's device and inode; `nil` if there is no regular file.
    private static func identity(of path: String) -> [UInt64]? {
        DiskFileSystem.withoutLinks.stamp(of: path).map { [$0.device, $0.inode] }
    }
}
