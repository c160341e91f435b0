import SystemCalls
import ThemeModel

/// A file of a store while it is written. Thread-safe.
final class StoreFile: Sendable {
    let path: String
    private let descriptor: Int32
    private let writeback = Lock(EarlyWriteback())
    private let calls: StoreCalls

    /// - Parameter cuts: whether an existing file is emptied; otherwise bytes are appended.
    init(_ path: String, cuts: Bool, calls: StoreCalls) throws(UpdateError) {
        (self.path, self.calls) = (path, calls)
        descriptor = calls.create(path, cuts)
        guard descriptor >= 0 else { throw Self.failure(path) }
    }

    deinit { close(descriptor) }

    func append(_ bytes: [UInt8]) throws(UpdateError) {
        guard bytes.withUnsafeBytes({ writeFully($0, to: descriptor, with: calls.write) }) else {
            throw Self.failure(path)
        }
        writeback.withLock { $0.continueAfter(bytes.count, to: descriptor) }
    }

    /// Waits until all bytes are on the disk.
    func finish() throws(UpdateError) {
        guard calls.synchronize(descriptor) == 0 else { throw Self.failure(path) }
    }

    private static func failure(_ path: String) -> UpdateError {
        .store(path: path, reason: "cannot be written: \(systemReason())")
    }
}
