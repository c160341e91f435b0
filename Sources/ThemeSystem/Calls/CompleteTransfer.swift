/// The reason why fewer bytes were read than requested.
package enum IncompleteRead: Error {
    case endOfFile
    /// `errno` has the reason.
    case failed
}

package func readFully(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) throws(IncompleteRead) {
    try fill(buffer) { read(descriptor, $0.baseAddress, $0.count) }
}

/// Reads from `offset` until `buffer` is full. The descriptor's position does not change.
package func readFully(
    _ descriptor: Int32, at offset: Int, into buffer: UnsafeMutableRawBufferPointer
) throws(IncompleteRead) {
    var position = off_t(offset)
    try fill(buffer) { rest in
        let count = pread(descriptor, rest.baseAddress, rest.count, position)
        position += off_t(max(count, 0))
        return count
    }
}

/// Writes all bytes. Returns `false` if that failed; `errno` then has the reason. Tests replace `write`.
package func writeFully(
    _ bytes: UnsafeRawBufferPointer, to descriptor: Int32,
    with write: (Int32, UnsafeRawPointer?, Int) -> Int = { write($0, $1, $2) }
) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
        let count = retryingOnInterrupt { write(descriptor, rest.baseAddress, rest.count) }
        guard count > 0 else { return false }
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
    return true
}

/// Waits until all names in a folder are on the disk. Not every file system can.
package func synchronizeNames(in folder: String, links: LinkPolicy = .follow) {
    let descriptor = links.open(folder, O_RDONLY | O_DIRECTORY)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
}

private func fill(
    _ buffer: UnsafeMutableRawBufferPointer, _ read: (UnsafeMutableRawBufferPointer) -> Int
) throws(IncompleteRead) {
    var rest = buffer
    while !rest.isEmpty {
        let count = retryingOnInterrupt { read(rest) }
        guard count > 0 else { throw count == 0 ? .endOfFile : .failed }
        rest = UnsafeMutableRawBufferPointer(rebasing: rest[count...])
    }
}

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

/// Repeats a system call while signals interrupt it. If the result is negative, `errno` has the reason.
@inlinable
package func retryingOnInterrupt<Result: SignedInteger>(_ call: () -> Result) -> Result {
    while true {
        let result = call()
        if result >= 0 || errno != EINTR { return result }
    }
}

package func pause(for duration: Duration) {
    let (seconds, attoseconds) = duration.components
    var rest = timespec(tv_sec: time_t(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
    // An interrupted nanosleep stores the rest of the time.
    _ = retryingOnInterrupt { withUnsafeMutablePointer(to: &rest) { nanosleep($0, $0) } }
}
