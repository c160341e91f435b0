import SystemCalls

/// The lock of a store. The system releases it when the process ends.
final class StoreLock: Sendable {
    private let descriptor: Int32

    /// Waits up to two seconds for another process.
    static func take(_ store: UpdateStore) async throws(UpdateError) -> StoreLock {
        try store.createFolders()
        let path = "\(store.folder)/lock"
        for _ in 0..<100 {
            if let lock = try StoreLock(path, store) { return lock }
            do { try await Task.sleep(for: .milliseconds(20)) } catch { break }
        }
        throw .busy(path: store.folder)
    }

    private init?(_ path: String, _ store: UpdateStore) throws(UpdateError) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
        guard descriptor >= 0 else { throw store.failure(path, "cannot be opened") }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            return nil
        }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }
}
