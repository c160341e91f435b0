import ThemeSystem

struct SendQueue {
    private var blocks: [[UInt8]] = []
    /// The part of the first block that is sent.
    private var sentOfFirst = 0
    /// The unsent bytes of the blocks.
    private(set) var byteCount = 0

    var isEmpty: Bool { byteCount == 0 }

    mutating func append(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        blocks.append(bytes)
        byteCount += bytes.count
    }

    /// Sends as much as the socket takes without waiting. Returns whether it took anything; `nil` if the connection is
    /// broken.
    mutating func send(to descriptor: Int32) -> Bool? {
        var hasProgress = false
        while !isEmpty {
            let length = blocks[0].count - sentOfFirst
            let count = blocks[0].withUnsafeBytes { bytes in
                let start = bytes.baseAddress.map { $0 + sentOfFirst }
                return retryingOnInterrupt { ThemeSystem.send(descriptor, start, length, SocketConstants.sendFlags) }
            }
            guard count > 0 else {
                if count < 0, errno != EAGAIN { return nil }
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
}
