import Crypto
import Dispatch
import Foundation
import Synchronization
import ThemeModel

/// A new file under a temporary name, which takes its final name when it is complete and is gone otherwise. Its SHA-256 is
/// taken on another thread while it is written.
final class FileSink: ByteSink {
    let path: String
    private var descriptor: Int32
    /// Whether there is a file under the temporary name that goes with this object.
    private var isThere = false
    private let hasher = FollowingHasher()

    /// - Parameter path: nothing may be there yet.
    init(creating path: String) throws(SinkProblem) {
        self.path = path
        descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw .system() }
        isThere = true
    }

    deinit {
        close()
        if isThere { unlink(path) }
    }

    /// Lets go of the file, so that any number can wait to be renamed.
    func close() {
        if descriptor >= 0 { Foundation.close(descriptor) }
        descriptor = -1
    }

    func append(_ bytes: [UInt8]) throws(SinkProblem) {
        hasher.update(bytes)
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes {
                Foundation.write(descriptor, $0.baseAddress.map { $0 + done }, $0.count - done)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .system() }
            done += count
        }
    }

    /// Nothing is held back here.
    func finish() {}

    /// Waits until the disk has everything: what a loss of power would otherwise take. Any thread may do it.
    var synchronize: @Sendable () -> SinkProblem? {
        { [descriptor] in fsync(descriptor) == 0 ? nil : .system() }
    }

    /// Of everything appended. Waits for the other thread.
    var digest: ContentDigest { hasher.digest }

    /// Gives the file its final name, in place of what may have been there.
    func rename(to final: String) throws(SinkProblem) {
        guard Foundation.rename(path, final) == 0 else { throw .system() }
        isThere = false
    }
}

/// Digests pieces in their order on a thread of its own, a few pieces behind at most.
private final class FollowingHasher: Sendable {
    private static let piecesMax = 8

    private let queue = DispatchQueue(label: "themepack.digest")
    private let room = DispatchSemaphore(value: piecesMax)
    private let state = Mutex(SHA256())

    func update(_ bytes: [UInt8]) {
        room.wait()
        queue.async {
            self.state.withLock { $0.update(data: bytes) }
            self.room.signal()
        }
    }

    var digest: ContentDigest {
        queue.sync { state.withLock { hasher in hasher.finalize().withUnsafeBytes { ContentDigest(reading: $0) } } }
    }
}

extension SinkProblem {
    /// What the last system call complained of.
    static func system() -> SinkProblem { SinkProblem(message: String(cString: strerror(errno))) }
}
