import Crypto
import ThemeSystem

extension SSHSignature.MessageHash {
    var hasher: any HashFunction & Sendable {
        switch self {
        case .sha256: SHA256()
        case .sha512: SHA512()
        }
    }
}

extension HashFunction {
    var digest: [UInt8] { finalize().withUnsafeBytes { Array($0) } }
}

/// Computes a digest on another thread while the message is read.
final class FollowingHasher: Sendable {
    private let worker = SerialWorker()
    private let hasher: Lock<any HashFunction & Sendable>

    init(_ hash: SSHSignature.MessageHash) { hasher = Lock(hash.hasher) }

    /// `@unchecked Sendable`: nobody writes to the memory until ``digest`` was read.
    private struct Part: @unchecked Sendable {
        let bytes: UnsafeRawBufferPointer
    }

    /// - Parameter bytes: must stay as they are until ``digest`` was read.
    func update(_ bytes: UnsafeRawBufferPointer) {
        let part = Part(bytes: bytes)
        worker.perform { self.hasher.withLock { $0.update(bufferPointer: part.bytes) } }
    }

    /// Waits until everything is hashed.
    var digest: [UInt8] {
        worker.wait()
        return hasher.withLock { $0.digest }
    }
}
