/// A file that is open for writing. Thread-safe.
package final class FileWriter: Sendable {
    private struct State {
        static let writebackStep = 4 << 20

        var descriptor: Int32
        var written = 0
        /// The bytes that the system has begun to write to the disk.
        var started = 0

        /// Lets the system write the file to the disk while more is appended, so that `fsync` has little left to wait
        /// for.
        mutating func startWriteback() {
            guard written - started >= Self.writebackStep else { return }
            #if os(Linux)
                // Starts to write the range, and leaves it in the cache, because its pages are not clean yet. The call
                // for this purpose, sync_file_range, is not visible without _GNU_SOURCE.
                posix_fadvise(descriptor, off_t(started), off_t(written - started), POSIX_FADV_DONTNEED)
            #endif
            started = written
        }
    }

    private let disk: DiskCalls
    private let state: Lock<State>

    /// - Parameter descriptor: an open file, which this closes.
    package init(_ descriptor: Int32, on disk: DiskCalls = DiskCalls()) {
        self.disk = disk
        state = Lock(State(descriptor: descriptor))
    }

    deinit { close() }

    package func append(_ bytes: [UInt8]) throws(SystemError) {
        try bytes.withBytes { bytes throws(SystemError) in try append(bytes) }
    }

    package func append(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
        try state.withLock { state throws(SystemError) in
            guard writeFully(bytes, to: state.descriptor, with: disk.write) else { throw .last() }
            state.written += bytes.count
            state.startWriteback()
        }
    }

    /// Waits until all bytes are on the disk, so that a power failure does not lose them.
    package func synchronize() throws(SystemError) {
        let descriptor = state.withLock { $0.descriptor }
        if disk.synchronize(descriptor) != 0 { throw .last() }
    }

    /// Closes the file, because the number of open files is limited.
    package func close() {
        state.withLock { state in
            if state.descriptor >= 0 { ThemeSystem.close(state.descriptor) }
            state.descriptor = -1
        }
    }
}
