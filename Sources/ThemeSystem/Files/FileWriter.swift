/// A file that is open for writing. Thread-safe.
package final class FileWriter: Sendable {
    private struct State {
        var descriptor: Int32
        var writeback = EarlyWriteback()
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
        if !bytes.withUnsafeBytes(write) { throw .last() }
    }

    package func append(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
        if !write(bytes) { throw .last() }
    }

    private func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
        state.withLock { state in
            guard writeFully(bytes, to: state.descriptor, with: disk.write) else { return false }
            state.writeback.continueAfter(bytes.count, to: state.descriptor)
            return true
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
