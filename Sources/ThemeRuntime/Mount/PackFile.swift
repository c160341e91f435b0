import PackFormat
import SystemCalls
import ThemeModel

struct PackFile: ~Copyable {
    let descriptor: Int32
    let length: Int
    let identity: FileIdentity

    init(_ path: String, limit: Int) throws(ThemeError) {
        // Without O_NONBLOCK, opening a FIFO waits for a writer.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .unreadable(path: path, reason: systemReason()) }
        var status = stat()
        let result = fstat(descriptor, &status)
        let reason: String? =
            if result != 0 { systemReason() } else if status.st_mode & S_IFMT != S_IFREG {
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

    /// Reads the index's header from the file. The first access to the mapping would double the time of mounting.
    func index(path: String) throws(ThemeError) -> PackIndex {
        let result = withUnsafeTemporaryAllocation(byteCount: PackIndex.headerEndMax, alignment: 8) { buffer in
            let count = pread(descriptor, buffer.baseAddress, buffer.count, 0)
            return Result { () throws(ThemeError) in
                guard count >= 0 else { throw .unreadable(path: path, reason: systemReason()) }
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
}
