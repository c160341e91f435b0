/// Where a pack is written to: bytes at offsets, as libzip goes back to headers that it has written.
protocol ByteSink: AnyObject {
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(SinkProblem)
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

    func write(_ new: UnsafeRawBufferPointer, at offset: Int) {
        let overlap = min(max(0, bytes.count - offset), new.count)
        if overlap > 0 { bytes.replaceSubrange(offset..<offset + overlap, with: new.prefix(overlap)) }
        bytes.append(contentsOf: new.dropFirst(overlap))
    }

    func finish() {}
}

/// Collects small writes into large ones. libzip writes every header twice and every field of the directory by itself.
final class BufferedSink: ByteSink {
    private let sink: any ByteSink
    private let capacity: Int
    private var buffer: [UInt8] = []
    /// Where the buffer's first byte belongs.
    private var start = 0

    init(_ sink: any ByteSink, capacity: Int = 1 << 20) {
        (self.sink, self.capacity) = (sink, capacity)
        buffer.reserveCapacity(capacity)
    }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(SinkProblem) {
        let end = start + buffer.count
        if offset == end {
            if buffer.count + bytes.count > capacity { try flush() }
            if bytes.count >= capacity {
                try sink.write(bytes, at: offset)
                start = offset + bytes.count
            } else {
                buffer.append(contentsOf: bytes)
            }
        } else if offset >= start, offset + bytes.count <= end, let base = bytes.baseAddress {
            buffer.withUnsafeMutableBytes { target in
                target.baseAddress?.advanced(by: offset - start).copyMemory(from: base, byteCount: bytes.count)
            }
        } else {
            try flush()
            try sink.write(bytes, at: offset)
            start = max(start, offset + bytes.count)
        }
    }

    func finish() throws(SinkProblem) {
        try flush()
        try sink.finish()
    }

    private func flush() throws(SinkProblem) {
        guard !buffer.isEmpty else { return }
        var failure: SinkProblem?
        buffer.withUnsafeBytes { bytes in
            do throws(SinkProblem) { try sink.write(bytes, at: start) } catch { failure = error }
        }
        if let failure { throw failure }
        start += buffer.count
        buffer.removeAll(keepingCapacity: true)
    }
}
