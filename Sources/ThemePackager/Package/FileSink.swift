import Foundation

/// A new file under a temporary name, which takes its final name when it is complete and is gone otherwise.
final class FileSink: ByteSink {
    let path: String
    private var descriptor: Int32

    /// - Parameter path: nothing may be there yet.
    init(creating path: String) throws(SinkProblem) {
        self.path = path
        descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw .system() }
    }

    deinit {
        guard descriptor >= 0 else { return }
        close(descriptor)
        unlink(path)
    }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(SinkProblem) {
        var done = 0
        while done < bytes.count {
            let count = pwrite(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done, off_t(offset + done))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .system() }
            done += count
        }
    }

    /// Nothing is held back here, but the disk may still refuse.
    func finish() throws(SinkProblem) {
        guard fsync(descriptor) == 0 else { throw .system() }
    }

    /// Gives the file its final name, in place of what may have been there.
    func rename(to final: String) throws(SinkProblem) {
        guard Foundation.rename(path, final) == 0 else { throw .system() }
        close(descriptor)
        descriptor = -1
    }
}

extension SinkProblem {
    /// What the last system call complained of.
    static func system() -> SinkProblem { SinkProblem(message: String(cString: strerror(errno))) }
}
