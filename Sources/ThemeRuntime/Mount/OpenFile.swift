import SystemCalls

/// An open file, which `deinit` closes. A class, so that it can be stored atomically.
final class OpenFile: Sendable {
    let descriptor: Int32

    private init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Opens the file that was mounted.
    ///
    /// - Throws: ``ThemeError/unreadable(path:reason:)`` if the file was replaced or deleted since then.
    static func open(_ path: String, identity: FileIdentity) throws(ThemeError) -> OpenFile {
        let descriptor = SystemCalls.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .unreadable(path: path, reason: systemReason()) }
        let file = OpenFile(descriptor)
        var status = stat()
        guard fstat(descriptor, &status) == 0, FileIdentity(status) == identity else {
            throw .unreadable(path: path, reason: "it was replaced since it was mounted")
        }
        return file
    }
}
