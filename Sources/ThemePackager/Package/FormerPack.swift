import Foundation
import ThemeModel

/// A pack that is about to be replaced. Most of what the new one needs lies in it, in a single file.
///
/// It is not believed: what it gives is held against the digest that is asked for.
final class FormerPack: Sendable {
    private let descriptor: Int32
    /// In the order of their digests.
    private let places: [StoredBytes]

    /// `nil` if there is none, or it is no sound pack.
    init?(at path: String) {
        let stored = MappedFile(at: path)?.withBytes { bytes in (try? PackIndex(of: bytes))?.storedBytes(in: bytes) }
        guard var stored else { return nil }
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        stored.sort { $0.digest < $1.digest }
        (self.descriptor, places) = (descriptor, stored)
    }

    deinit { close(descriptor) }

    /// Reads to where they belong those entries that are not in memory, and that it seems to have; what lies behind one another in
    /// both, at once.
    ///
    /// - Returns: of each entry whether it was read. That it has the right bytes is still to be seen.
    func read(_ piece: ArchivePiece, into memory: UnsafeMutableRawBufferPointer) -> [Bool] {
        var isRead = [Bool](repeating: false, count: piece.starts.count)
        let places = piece.entries.map(place)
        var first = 0
        while first < places.count {
            var end = first + 1
            if let place = places[first] {
                while end < places.count, places[end].map({ $0 - piece.starts[end] }) == place - piece.starts[first] {
                    end += 1
                }
                let part = memory[piece.starts[first]..<piece.starts[end - 1] + piece.entries[end - 1].length]
                if read(UnsafeMutableRawBufferPointer(rebasing: part), at: place) {
                    for number in first..<end { isRead[number] = true }
                }
            }
            first = end
        }
        return isRead
    }

    /// The bytes of an entry; `nil` if it does not have them.
    func bytes(of entry: PackPlan.Entry) -> [UInt8]? {
        guard let place = place(of: entry) else { return nil }
        let bytes = [UInt8](unsafeUninitializedCapacity: entry.length) { buffer, filled in
            filled = read(UnsafeMutableRawBufferPointer(buffer), at: place) ? entry.length : 0
        }
        return bytes.withUnsafeBytes { bytes in bytes.count == entry.length && entry.isRight(bytes) } ? bytes : nil
    }

    /// Where it has the data of an entry.
    private func place(of entry: PackPlan.Entry) -> Int? {
        guard case .verified(let content, _) = entry.content else { return nil }
        var (low, high) = (0, places.count)
        while low < high {
            let middle = (low + high) / 2
            if places[middle].digest < content.digest { low = middle + 1 } else { high = middle }
        }
        guard low < places.count, places[low].digest == content.digest, places[low].length == content.length else {
            return nil
        }
        return Int(exactly: places[low].offset)
    }

    /// Reading and not mapping: whoever cuts the file meanwhile ends no process.
    private func read(_ part: UnsafeMutableRawBufferPointer, at offset: Int) -> Bool {
        var filled = 0
        while filled < part.count {
            let rest = part.baseAddress.map { $0 + filled }
            let count = pread(descriptor, rest, part.count - filled, off_t(offset + filled))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            filled += count
        }
        return true
    }
}
