/// A folder that one process has at a time. The system releases the lock when this is freed or the process ends.
package final class FolderLock: Sendable {
    /// `false` if the file system has no locks. Then other processes may write there too.
    package let excludes: Bool
    private let descriptor: Int32

    /// Returns `nil` if another process has the folder, or has deleted it meanwhile.
    ///
    /// - Parameters:
    ///   - folder: a path on which there were no links when it was checked.
    ///   - waits: whether to wait until no other process has it.
    package init?(_ folder: String, waits: Bool) throws(SystemError) {
        let descriptor = openWithoutLinks(folder, O_RDONLY | O_DIRECTORY)
        guard descriptor >= 0 else { throw .last() }
        let code = retryingOnInterrupt { flock(descriptor, waits ? LOCK_EX : LOCK_EX | LOCK_NB) }
        excludes = code == 0
        self.descriptor = descriptor
        if excludes ? !Self.isNamed(folder, descriptor) : errno == EWOULDBLOCK { return nil }
    }

    deinit { close(descriptor) }

    /// Waits until the folder's names are on the disk. Not every file system can.
    package func synchronizeNames() { fsync(descriptor) }

    /// Whether the folder with this lock is the one that has the name.
    private static func isNamed(_ folder: String, _ descriptor: Int32) -> Bool {
        var opened = stat()
        var named = stat()
        return fstat(descriptor, &opened) == 0 && lstat(folder, &named) == 0
            && opened.st_ino == named.st_ino && opened.st_dev == named.st_dev
    }
}
