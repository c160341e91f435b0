extension OutputPlace {
    /// Replaces the file, or sends the bytes to the device or pipe.
    package func write(_ bytes: [UInt8]) throws(UserError) {
        guard let stream else {
            let file = try OutputFile(at: self)
            try file.append(bytes)
            return try file.finish()
        }
        guard bytes.withUnsafeBytes({ writeFully($0, to: stream.number) }) else {
            throw UserError(.last(), writing: self)
        }
    }

    /// Throws if the file cannot be written. Writes nothing.
    package func checkIsWritable() throws(UserError) {
        if stream == nil { _ = try OutputFile(at: self) }
    }

    /// The time for which a pipe without a reader is tried: a shell can start the reader after this program.
    private static let attempts = 100
    private static let pauseBetweenAttempts = Duration.milliseconds(20)

    /// Opens a pipe that a program reads, or a device that takes bytes one after the other. Does not wait for a
    /// terminal's line, and at most two seconds for the reader of a pipe.
    ///
    /// - Parameter flags: `O_APPEND` also opens a regular file.
    func openStream(_ flags: Int32 = 0) throws(UserError) -> OwnedDescriptor {
        let kind = DiskFileSystem().kind(of: path)
        if kind == .socket { throw Self.occupied(path, by: .socket, wanted: "file") }
        var number: Int32 = -1
        for attempt in 1...Self.attempts {
            number = open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | flags, 0o666)
            guard number < 0, errno == ENXIO, kind == .fifo else { break }
            guard attempt < Self.attempts else {
                throw UserError(
                    path: path, "is a FIFO that no program reads", hint: "start its reader first, or name a file")
            }
            pause(for: Self.pauseBetweenAttempts)
        }
        guard number >= 0 else { throw UserError(.last(), writing: self) }
        let stream = OwnedDescriptor(number)
        var status = stat()
        let mode = fstat(number, &status) == 0 ? status.st_mode & S_IFMT : 0
        guard mode == S_IFIFO || mode == S_IFCHR || mode == S_IFREG && flags & O_APPEND != 0 else {
            throw UserError(path: path, "is neither a pipe nor a device that takes a text", hint: Self.hint)
        }
        // From here on, a slow reader is waited for.
        guard fcntl(number, F_SETFL, fcntl(number, F_GETFL) & ~O_NONBLOCK) == 0 else {
            throw UserError(.last(), writing: self)
        }
        return stream
    }
}
