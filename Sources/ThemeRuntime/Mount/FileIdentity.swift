import ThemeSystem

/// The device, inode, size and time of a file, to detect that it was replaced or changed.
package struct FileIdentity: Hashable, Sendable {
    private let numbers: [Int64]

    init(_ status: stat) {
        #if canImport(Darwin)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        numbers = [
            Int64(truncatingIfNeeded: status.st_dev), Int64(truncatingIfNeeded: status.st_ino), Int64(status.st_size),
            Int64(time.tv_sec), Int64(time.tv_nsec),
        ]
    }

    package init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        self.init(status)
    }
}
