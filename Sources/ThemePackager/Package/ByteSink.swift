import Crypto
import Foundation
import ThemeModel

/// Where a pack is written to, from its first byte to its last.
protocol ByteSink: AnyObject {
    func append(_ bytes: [UInt8]) throws(SinkProblem)
    /// Hands over what is still held back.
    func finish() throws(SinkProblem)
}

/// Why a sink takes no more.
struct SinkProblem: Error {
    let message: String
}

/// Compares a pack with a file that is there, and keeps nothing of it.
final class ComparingSink: ByteSink {
    private let existing: Data
    private(set) var count = 0
    private var isEqual = true
    private var hasher = SHA256()

    init(_ existing: Data) { self.existing = existing }

    func append(_ bytes: [UInt8]) {
        hasher.update(data: bytes)
        let start = count
        count += bytes.count
        isEqual = isEqual && count <= existing.count
        guard isEqual else { return }
        isEqual = existing.withUnsafeBytes { existing in
            bytes.withUnsafeBytes { new in
                existing.baseAddress.map { memcmp($0 + start, new.baseAddress ?? $0, new.count) == 0 } ?? new.isEmpty
            }
        }
    }

    func finish() {}

    var isSame: Bool { isEqual && count == existing.count }
    var digest: ContentDigest { hasher.finalize().withUnsafeBytes { ContentDigest(reading: $0) } }
}

/// Makes a stream of what libzip writes: it goes back to an entry's header when it has written the entry, and writes every
/// field of the directory by itself.
///
/// What may still be rewritten is held here, which is one entry at most; what is settled goes on in large pieces.
final class SettlingBuffer {
    private let sink: any ByteSink
    /// Settled bytes are handed on when there are this many.
    private let pieceLength: Int
    private var buffer: [UInt8] = []
    /// Where the buffer's first byte belongs.
    private var start = 0

    init(_ sink: any ByteSink, pieceLength: Int = 1 << 18) {
        (self.sink, self.pieceLength) = (sink, pieceLength)
        buffer.reserveCapacity(2 * pieceLength)
    }

    var end: Int { start + buffer.count }

    /// - Parameter offset: not before what is settled, and not behind the end.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(SinkProblem) {
        guard offset >= start, offset <= end else { throw SinkProblem(message: "libzip writes to where it is done") }
        let overlap = min(end - offset, bytes.count)
        if overlap > 0 {
            buffer.replaceSubrange(offset - start..<offset - start + overlap, with: bytes.prefix(overlap))
        }
        buffer.append(contentsOf: bytes.dropFirst(overlap))
    }

    /// Nothing in front of `offset` will be written again.
    func settle(upTo offset: Int) throws(SinkProblem) {
        guard offset - start >= pieceLength else { return }
        try handOn(offset - start)
    }

    func finish() throws(SinkProblem) {
        try handOn(buffer.count)
        try sink.finish()
    }

    private func handOn(_ count: Int) throws(SinkProblem) {
        let rest = Array(buffer[count...])
        buffer.removeLast(buffer.count - count)
        let piece = buffer
        buffer = rest
        buffer.reserveCapacity(2 * pieceLength)
        start += count
        try sink.append(piece)
    }
}
