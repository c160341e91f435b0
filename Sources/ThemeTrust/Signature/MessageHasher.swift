import Crypto
import ThemeSystem
import ThemeModel

/// Computes the digest of a message that arrives in parts, by the hash of a signature.
enum MessageHasher: Sendable {
    case sha256(SHA256)
    case sha512(SHA512)

    init(_ hash: SSHSignature.MessageHash) {
        switch hash {
        case .sha256: self = .sha256(SHA256())
        case .sha512: self = .sha512(SHA512())
        }
    }

    mutating func update(_ bytes: UnsafeRawBufferPointer) {
        switch self {
        case .sha256(var hasher):
            hasher.update(bufferPointer: bytes)
            self = .sha256(hasher)
        case .sha512(var hasher):
            hasher.update(bufferPointer: bytes)
            self = .sha512(hasher)
        }
    }

    var digest: [UInt8] {
        switch self {
        case .sha256(let hasher): hasher.finalize().withUnsafeBytes { Array($0) }
        case .sha512(let hasher): hasher.finalize().withUnsafeBytes { Array($0) }
        }
    }
}

/// Computes a digest on another thread while the message is read.
final class FollowingHasher: Sendable {
    private let worker = SerialWorker()
    private let hasher: Lock<MessageHasher>

    init(_ hash: SSHSignature.MessageHash) { hasher = Lock(MessageHasher(hash)) }

    /// `@unchecked Sendable`: nobody writes to the memory until ``digest`` was read.
    private struct Part: @unchecked Sendable {
        let bytes: UnsafeRawBufferPointer
    }

    /// - Parameter bytes: must stay as they are until ``digest`` was read.
    func update(_ bytes: UnsafeRawBufferPointer) {
        let part = Part(bytes: bytes)
        worker.perform { self.hasher.withLock { $0.update(part.bytes) } }
    }

    /// Waits until everything is hashed.
    var digest: [UInt8] {
        worker.wait()
        return hasher.withLock { $0.digest }
    }
}
