import PackFormat
import SystemCalls
import ThemeModel

/// An open pack file.
struct PackFile: ~Copyable {
    let descriptor: Int32
    let length: Int
    let identity: FileIdentity

    /// Opens a file. It uses `O_NONBLOCK`, because opening a FIFO would otherwise wait for a writer.
    init(_ path: String, limit: Int) throws(ThemeError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .unreadable(path: path, reason: Self.systemReason) }
        var status = stat()
        let result = fstat(descriptor, &status)
        let reason: String? =
            if result != 0 { Self.systemReason } else if status.st_mode & S_IFMT != S_IFREG {
                "is not a regular file"
            } else { nil }
        if let reason {
            close(descriptor)
            throw .unreadable(path: path, reason: reason)
        }
        guard status.st_size >= 0, status.st_size <= limit else {
            close(descriptor)
            throw .damaged(
                path: path, entry: nil, reason: "has \(status.st_size) bytes, at most \(limit) are read")
        }
        self.descriptor = descriptor
        length = Int(status.st_size)
        identity = FileIdentity(status)
    }

    deinit { close(descriptor) }

    /// Reads the index's header.
    ///
    /// This reads instead of mapping: the first access to a mapping makes page tables and maps up to 2 MB around it,
    /// which takes as long as the rest of mounting.
    func index(path: String) throws(ThemeError) -> PackIndex {
        let result = withUnsafeTemporaryAllocation(byteCount: PackIndex.headerEndMax, alignment: 8) { buffer in
            let count = pread(descriptor, buffer.baseAddress, buffer.count, 0)
            return Result { () throws(ThemeError) in
                guard count >= 0 else { throw .unreadable(path: path, reason: Self.systemReason) }
                do throws(PackError) {
                    return try PackIndex(
                        startingWith: UnsafeRawBufferPointer(rebasing: buffer[..<count]), packLength: length)
                } catch {
                    throw ThemeError(error, path: path)
                }
            }
        }
        return try result.get()
    }

    /// The system's message for the error of the last system call.
    static var systemReason: String { String(cString: strerror(errno)) }
}
