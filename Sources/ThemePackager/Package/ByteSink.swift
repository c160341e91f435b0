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

/// A pack in memory.
final class MemorySink: ByteSink {
    private(set) var bytes: [UInt8] = []

    func append(_ new: [UInt8]) { bytes += new }

    func finish() {}
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
