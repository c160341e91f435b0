import Foundation
import ThemeModel

/// A pack that is about to be replaced. Most of what the new one needs lies in it, in a single file.
///
/// It is not believed: what it gives is held against the digest that is asked for.
final class FormerPack: Sendable {
    private let descriptor: Int32
    private let places: [ContentDigest: StoredBytes]

    /// `nil` if there is none, or it is no sound pack.
    init?(at path: String) {
        let stored = MappedFile(at: path)?.withBytes { bytes in (try? PackIndex(of: bytes))?.storedBytes(in: bytes) }
        guard let stored else { return nil }
        descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        places = Dictionary(stored.map { ($0.digest, $0) }) { first, _ in first }
    }

    deinit { close(descriptor) }

    /// `nil` if it does not hold them.
    func bytes(_ content: VerifiedBytes) -> [UInt8]? {
        guard !content.isKept, let place = places[content.digest], place.length == content.length else { return nil }
        let bytes = [UInt8](unsafeUninitializedCapacity: content.length) { buffer, filled in
            // Reading and not mapping: whoever cuts the file meanwhile ends no process.
            while filled < content.length {
                let rest = buffer.baseAddress.map { $0 + filled }
                let count = pread(descriptor, rest, content.length - filled, off_t(place.offset) + off_t(filled))
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return }
                filled += count
            }
        }
        return bytes.count == content.length && ContentDigest(of: bytes) == content.digest ? bytes : nil
    }
}
