import ThemeSystem

/// An open file, which `deinit` closes. A class, so that it can be stored atomically.
final class OpenFile: Sendable {
    let descriptor: Int32

    private init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Opens the file that was mounted.
    ///
    /// - Throws: ``ThemeError/unreadable(path:reason:)`` if the file was replaced or deleted since then.
    static func open(_ path: String, identity: FileIdentity) throws(ThemeError) -> OpenFile {
        let file: RegularFile
        do throws(RegularFile.Failure) {
            file = try RegularFile(path)
        } catch {
            if case .system(let code) = error { throw .unreadable(path: path, reason: systemReason(of: code)) }
            throw replaced(path)
        }
        guard FileIdentity(file.status) == identity else { throw replaced(path) }
        return OpenFile(file.release())
    }

    private static func replaced(_ path: String) -> ThemeError {
        .unreadable(path: path, reason: "it was replaced since it was mounted")
    }
}
