import SystemCalls

/// The bytes of an open file. It is not mapped, because access to a mapped file that was cut would end the process.
package final class BytesInFile: ReadableBytes {
    package let path: String
    package let count: Int
    private let descriptor: Int32

    /// - Throws: ``DeltaError`` if it is not a regular file, or cannot be read.
    package init(_ path: String) throws(DeltaError) {
        // Without O_NONBLOCK, opening a FIFO waits for a writer.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .system(path, "cannot be read") }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size >= 0 else {
            close(descriptor)
            throw DeltaError(path, "is not a regular file")
        }
        (self.path, self.descriptor, count) = (path, descriptor, Int(status.st_size))
    }

    deinit { close(descriptor) }

    package func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(DeltaError) {
        do throws(IncompleteRead) {
            try readFully(descriptor, at: offset, into: buffer)
        } catch {
            switch error {
            case .endOfFile: throw DeltaError(path, "was cut while it was read")
            case .failed: throw .system(path, "cannot be read")
            }
        }
    }
}

extension DeltaError {
    static func system(_ path: String, _ what: String) -> DeltaError {
        DeltaError(path, "\(what): \(systemReason())")
    }
}
