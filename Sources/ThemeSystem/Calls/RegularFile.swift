/// A regular file that is open for reading. Opening waits for nothing: a FIFO is refused like any other kind of file.
package struct RegularFile: ~Copyable {
    package let descriptor: Int32
    /// The file's properties when it was opened.
    package let status: stat

    package var length: Int { Int(status.st_size) }

    package enum Failure: Error {
        /// A value of `errno`.
        case system(Int32)
        /// The file has this kind, a value of `S_IFMT`.
        case otherKind(mode_t)
    }

    package init(_ path: String, links: LinkPolicy = .follow) throws(Failure) {
        let descriptor = links.open(path, O_RDONLY | O_NONBLOCK)
        guard descriptor >= 0 else { throw .system(errno) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            let code = errno
            close(descriptor)
            throw .system(code)
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw .otherKind(status.st_mode & S_IFMT)
        }
        self.descriptor = descriptor
        self.status = status
    }

    deinit { close(descriptor) }

    /// Returns the descriptor, which the caller closes.
    package consuming func release() -> Int32 {
        let descriptor = descriptor
        discard self
        return descriptor
    }

    /// Returns the bytes; `nil` if they cannot be read, or if the file has fewer meanwhile.
    package func bytes() -> [UInt8]? {
        let length = length
        let bytes = [UInt8](unsafeUninitializedCapacity: length) { buffer, filled in
            do throws(IncompleteRead) {
                try readFully(descriptor, into: UnsafeMutableRawBufferPointer(buffer))
                filled = length
            } catch {}
        }
        return bytes.count == length ? bytes : nil
    }
}
