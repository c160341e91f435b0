import Crypto
import Dispatch
import Foundation
import Synchronization
import ThemeModel

/// A new file under a temporary name, which takes its final name when it is complete and is gone otherwise. Its SHA-256 is
/// taken on another thread while it is written.
final class FileSink: ByteSink {
    let path: String
    private let unfinished: UnfinishedFiles
    private let disk: DiskCalls
    private var descriptor: Int32
    private let hasher = FollowingHasher()

    /// - Parameter path: nothing may be there yet.
    init(creating path: String, _ unfinished: UnfinishedFiles, on disk: DiskCalls) throws(SinkProblem) {
        (self.path, self.unfinished, self.disk) = (path, unfinished, disk)
        descriptor = unfinished.create(path, on: disk)
        guard descriptor >= 0 else { throw .system() }
    }

    deinit {
        close()
        unfinished.remove(path, on: disk)
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
                disk.write(descriptor, $0.baseAddress.map { $0 + done }, $0.count - done)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .system() }
            done += count
        }
    }

    /// Waits until the disk has everything: what a loss of power would otherwise take. Any thread may do it.
    var synchronize: @Sendable () -> SinkProblem? {
        { [descriptor, disk] in disk.synchronize(descriptor) == 0 ? nil : .system() }
    }

    /// Of everything appended. Waits for the other thread.
    var digest: ContentDigest { hasher.digest }
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
