/// The state of one connection. Takes received bytes and gives bytes to send; ``HTTPServer`` moves them.
struct Connection {
    typealias Handler = (HTTPRequest) -> HTTPResponse

    /// The most unsent bytes of an event stream. A browser that does not read loses its connection, and asks again.
    private static let backlogMax = 32 << 20
    /// Unsent bytes with which no further pipelined request is answered.
    private static let pipelineMax = 1 << 20
    private static let blockLength = 1 << 18
    private static let forever = Duration.seconds(1 << 30)

    private var received: [UInt8] = []
    /// The bytes that are received beyond a head: the length of a body that was asked for.
    private var expectedBody = 0
    /// The offset in `received` up to which no head ends.
    private var searched = 0
    private var unsent: [[UInt8]] = []
    /// The part of the first unsent block that is sent.
    private var sentOfFirst = 0
    private var unsentCount = 0
    /// A file that is sent after the unsent blocks, and the offset of its next block.
    private var file: (body: FileBody, offset: Int)?
    private(set) var isEventStream = false
    /// Whether no further request is read.
    private(set) var isClosing = false
    private(set) var deadline: ContinuousClock.Instant
    private let timeouts: HTTPTimeouts

    init(now: ContinuousClock.Instant, timeouts: HTTPTimeouts) {
        self.timeouts = timeouts
        deadline = now + timeouts.idle
    }

    var hasUnsentBytes: Bool { unsentCount > 0 || file != nil }
    var isIdle: Bool { received.isEmpty && !hasUnsentBytes && !isEventStream && !isClosing }
    var isFinished: Bool { isClosing && !hasUnsentBytes }
    var acceptsBytes: Bool { !isClosing && unsentCount < Self.pipelineMax && received.count < receivedMax }

    private var receivedMax: Int { HTTPRequest.headMax + expectedBody }

    mutating func receive(_ bytes: some Collection<UInt8>, now: ContinuousClock.Instant, _ handler: Handler) {
        // Bytes from the client of an event stream have no meaning.
        guard !isClosing, !isEventStream else { return }
        // All bytes of a head have one deadline, so that sending them slowly does not help.
        if received.isEmpty { deadline = now + timeouts.head }
        received += bytes
        answer(now: now, handler)
    }

    /// The client sends nothing more. It can still wait for responses.
    mutating func receiveEnd() {
        if isEventStream { discard() }
        isClosing = true
    }

    mutating func sendEvent(_ bytes: [UInt8], now: ContinuousClock.Instant) {
        guard isEventStream, !isClosing else { return }
        if !hasUnsentBytes { deadline = now + timeouts.idle }
        guard unsentCount + bytes.count <= Self.backlogMax else { return discard() }
        enqueue(bytes)
    }

    mutating func timeOut() {
        if hasUnsentBytes || received.isEmpty { return discard() }
        refuse(.requestTimeout)
    }

    /// Gives unsent bytes to `send`, which returns the number that it has taken.
    mutating func send(now: ContinuousClock.Instant, _ handler: Handler, _ send: (UnsafeRawBufferPointer) -> Int) {
        while hasUnsentBytes {
            if unsent.isEmpty {
                readFile()
                continue
            }
            let start = sentOfFirst
            let count = unsent[0].withUnsafeBytes { send(UnsafeRawBufferPointer(rebasing: $0[start...])) }
            guard count > 0 else { break }
            sentOfFirst += count
            unsentCount -= count
            deadline = now + timeouts.idle
            guard sentOfFirst == unsent[0].count else { break }
            unsent.removeFirst()
            sentOfFirst = 0
        }
        if isEventStream, !hasUnsentBytes { deadline = now + Self.forever }
        if !received.isEmpty { answer(now: now, handler) }
    }

    private mutating func answer(now: ContinuousClock.Instant, _ handler: Handler) {
        while !isClosing, !isEventStream, file == nil, unsentCount < Self.pipelineMax {
            guard let end = endOfHead() else {
                if received.count >= receivedMax { refuse(.headTooLarge) }
                return
            }
            do throws(HTTPStatus) {
                guard end <= HTTPRequest.headMax else { throw .headTooLarge }
                var request = try HTTPRequest(head: received[..<(end - 4)])
                if request.bodyLength > 0, expectedBody == 0 {
                    let response = handler(request)
                    guard response.status == .wantsBody else {
                        // The body follows. It is not read, so the connection must end.
                        request.keepsConnection = false
                        received = []
                        return respond(response, to: request)
                    }
                    expectedBody = request.bodyLength
                    if !request.values("expect").isEmpty { enqueue(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)) }
                }
                guard received.count >= end + expectedBody else {
                    deadline = now + timeouts.idle
                    return
                }
                if expectedBody > 0 { request.body = Array(received[end..<(end + expectedBody)]) }
                received.removeFirst(end + expectedBody)
                searched = 0
                expectedBody = 0
                deadline = now + (received.isEmpty ? timeouts.idle : timeouts.head)
                respond(handler(request), to: request)
            } catch {
                refuse(error)
            }
        }
    }

    private mutating func respond(_ response: HTTPResponse, to request: HTTPRequest) {
        isEventStream = response.isEventStream && request.method == "GET"
        isClosing = !request.keepsConnection && !isEventStream
        enqueue(response.head(closing: isClosing))
        if request.method != "HEAD" {
            if let body = response.file { file = (body, body.range.lowerBound) } else { enqueue(response.body) }
        }
        if isEventStream { received = [] }
    }

    private mutating func refuse(_ status: HTTPStatus) {
        let response = HTTPResponse(status, "The request cannot be answered: \(status.reason).")
        enqueue(response.head(closing: true))
        enqueue(response.body)
        isClosing = true
        received = []
    }

    /// Appends the next block of the file. A file that was cut ends the connection, so that the client notices.
    private mutating func readFile() {
        guard let (body, offset) = file else { return }
        let count = min(Self.blockLength, body.range.upperBound - offset)
        guard let bytes = body.bytes(at: offset, count: count) else { return discard() }
        enqueue(bytes)
        file = offset + count < body.range.upperBound ? (body, offset + count) : nil
    }

    private mutating func enqueue(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        unsent.append(bytes)
        unsentCount += bytes.count
    }

    private mutating func discard() {
        unsent = []
        sentOfFirst = 0
        unsentCount = 0
        received = []
        isClosing = true
        file = nil
    }

    private mutating func endOfHead() -> Int? {
        let mark = Array("\r\n\r\n".utf8)
        var at = max(searched - 3, 0)
        while at + 4 <= received.count {
            if received[at..<(at + 4)].elementsEqual(mark) { return at + 4 }
            at += 1
        }
        searched = received.count
        return nil
    }
}

/// The times after which a connection ends.
package struct HTTPTimeouts: Sendable {
    /// Without a request, or without progress in sending.
    package var idle: Duration = .seconds(60)
    /// From the first byte of a head to its last.
    package var head: Duration = .seconds(10)

    package init() {}
}
