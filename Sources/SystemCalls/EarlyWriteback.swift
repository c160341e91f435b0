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
        #if canImport(Glibc)
            sync_file_range(descriptor, off_t(started), off_t(written - started), UInt32(SYNC_FILE_RANGE_WRITE))
        #endif
        started = written
    }
}
