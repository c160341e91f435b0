/// Lets the system write a file to the disk while more is appended, so that `fsync` has little left to wait for.
package struct EarlyWriteback: Sendable {
    private static let step = 4 << 20

    private var written = 0
    private var started = 0

    package init() {}

    /// Call it after each write to the end of the file.
    package mutating func continueAfter(_ count: Int, to descriptor: Int32) {
        written += count
        guard written - started >= Self.step else { return }
        #if os(Linux)
            // Starts to write the range, and leaves it in the cache, because its pages are not clean yet. The call for
            // this purpose, sync_file_range, is not visible without _GNU_SOURCE.
            posix_fadvise(descriptor, off_t(started), off_t(written - started), POSIX_FADV_DONTNEED)
        #endif
        started = written
    }
}
