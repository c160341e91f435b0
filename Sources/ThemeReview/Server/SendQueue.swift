import ThemeSystem

/// The bytes that a connection has to send: blocks, then a part of a file. The file is read while it is sent.
struct SendQueue {
    enum Failure: Error {
        case connection
        /// The file was cut. Its length is already sent, so only the end of the connection tells the client.
        case file
    }

    private static let blockLength = 1 << 18

    private var blocks: [[UInt8]] = []
    /// The part of the first block that is sent.
    private var sentOfFirst = 0
    /// The unsent bytes of the blocks.
    private(set) var byteCount = 0
    /// A file, and its part that is not yet read.
    private var file: (file: OwnedDescriptor, rest: Range<Int>)?

    var isEmpty: Bool { byteCount == 0 && file == nil }
    var hasFile: Bool { file != nil }

    mutating func append(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        blocks.append(bytes)
        byteCount += bytes.count
    }

    mutating func append(_ file: OwnedDescriptor, _ range: Range<Int>) { self.file = (file, range) }

    /// Sends as much as the socket takes without waiting. Returns whether it took anything.
    mutating func send(to descriptor: Int32) throws(Failure) -> Bool {
        var hasProgress = false
        while !isEmpty {
            if blocks.isEmpty {
                try readFile()
                continue
            }
            let length = blocks[0].count - sentOfFirst
            let count = blocks[0].withUnsafeBytes { bytes in
                let start = bytes.baseAddress.map { $0 + sentOfFirst }
                return retryingOnInterrupt { ThemeSystem.send(descriptor, start, length, SocketConstants.sendFlags) }
            }
            guard count > 0 else {
                if count < 0, errno != EAGAIN { throw .connection }
                break
            }
            hasProgress = true
            sentOfFirst += count
            byteCount -= count
            guard count == length else { break }
            blocks.removeFirst()
            sentOfFirst = 0
        }
        return hasProgress
    }

    /// Appends the next block of the file.
    private mutating func readFile() throws(Failure) {
        guard let (body, rest) = file else { return }
        let block = rest.prefix(Self.blockLength)
        let bytes = try? [UInt8](count: block.count) { bytes throws(IncompleteRead) in
            try readFully(body.number, at: block.lowerBound, into: bytes)
        }
        guard let bytes else { throw .file }
        append(bytes)
        file = block.upperBound < rest.upperBound ? (body, block.upperBound..<rest.upperBound) : nil
    }
}
