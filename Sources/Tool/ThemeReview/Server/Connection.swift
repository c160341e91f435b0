import ThemeSystem

/// A connection of ``HTTPServer``: its socket, which never blocks, the bytes that have arrived, and those to send.
struct Connection {
    typealias Handler = (HTTPRequest) -> HTTPResponse

    /// The time for a client to read the last response. Closing earlier could reset the connection and lose it.
    private static let lingerTime = Duration.seconds(2)
    /// The most unsent bytes of an event stream. A browser that does not read loses its connection, and asks again.
    private static let backlogMax = 32 << 20
    /// Unsent bytes with which no further pipelined request is answered.
    private static let pipelineMax = 1 << 20
    private static let forever = Duration.seconds(1 << 30)

    private let descriptor: OwnedDescriptor
    private let timeouts: HTTPTimeouts
    private var received: [UInt8] = []
    /// The offset in `received` up to which no head ends.
    private var searched = 0
    private var unsent = SendQueue()
    private var isEventStream = false
    /// Whether no further request is read.
    private var isClosing = false
    /// Whether everything is sent, and only the end of the client's bytes is waited for.
    private var isLingering = false
    private(set) var isFinished = false
    private(set) var deadline: ContinuousClock.Instant

    init(_ descriptor: Int32, timeouts: HTTPTimeouts) {
        setNonblocking(descriptor)
        var on: Int32 = 1
        let size = socklen_t(MemoryLayout<Int32>.size)
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, size)
        #if canImport(Darwin)
            setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, size)
        #endif
        self.descriptor = OwnedDescriptor(descriptor)
        self.timeouts = timeouts
        deadline = .now + timeouts.idle
    }

    /// Whether the client waits for nothing: no part of a request has arrived, and no response is under way.
    var isIdle: Bool {
        guard received.isEmpty, unsent.isEmpty, !isEventStream, !isClosing, !isFinished else { return false }
        var byte: UInt8 = 0
        return retryingOnInterrupt { recv(descriptor.number, &byte, 1, Int32(MSG_PEEK)) } <= 0
    }

    var pollRequest: pollfd {
        let events = (acceptsBytes ? POLLIN : 0) | (unsent.isEmpty ? 0 : POLLOUT)
        return pollfd(fd: descriptor.number, events: Int16(events), revents: 0)
    }

    private var acceptsBytes: Bool {
        isLingering || !isClosing && unsent.byteCount < Self.pipelineMax && received.count < HTTPRequest.headMax
    }

    mutating func proceed(_ events: Int16, _ handler: Handler) {
        if events & Int16(POLLERR | POLLNVAL) != 0 {
            isFinished = true
            return
        }
        if events & Int16(POLLIN | POLLHUP) != 0, acceptsBytes { receive(handler) }
        let isLate = .now >= deadline
        if isLingering {
            isFinished = isFinished || isLate
            return
        }
        if isLate, !unsent.isEmpty || received.isEmpty {
            discard()
        } else if isLate {
            refuse(.requestTimeout)
        }
        send(handler)
    }

    mutating func sendEvent(_ bytes: [UInt8], _ handler: Handler) {
        guard isEventStream else { return }
        if !isClosing {
            if unsent.isEmpty { deadline = .now + timeouts.idle }
            if unsent.byteCount + bytes.count <= Self.backlogMax { unsent.append(bytes) } else { discard() }
        }
        send(handler)
    }

    // MARK: Receiving

    private mutating func receive(_ handler: Handler) {
        withUnsafeTemporaryAllocation(byteCount: 1 << 14, alignment: 1) { buffer in
            let count = retryingOnInterrupt { recv(descriptor.number, buffer.baseAddress, buffer.count, 0) }
            if count > 0 {
                take(UnsafeRawBufferPointer(rebasing: buffer[..<count]), handler)
            } else if count == 0, !isLingering {
                // The client sends nothing more. It can still wait for responses.
                if isEventStream { discard() }
                isClosing = true
            } else if count == 0 || errno != EAGAIN {
                isFinished = true
            }
        }
    }

    private mutating func take(_ bytes: UnsafeRawBufferPointer, _ handler: Handler) {
        // Bytes from the client of an event stream have no meaning.
        guard !isClosing, !isEventStream else { return }
        // All bytes of a head have one deadline, so that sending them slowly does not help.
        if received.isEmpty { deadline = .now + timeouts.head }
        received += bytes
        answer(handler)
    }

    private mutating func answer(_ handler: Handler) {
        while !isClosing, !isEventStream, unsent.byteCount < Self.pipelineMax {
            guard let end = endOfHead() else {
                if received.count >= HTTPRequest.headMax { refuse(.headTooLarge) }
                return
            }
            do throws(HTTPStatus) {
                guard end <= HTTPRequest.headMax else { throw .headTooLarge }
                let request = try HTTPRequest(head: received[..<(end - 4)])
                received.removeFirst(end)
                searched = 0
                deadline = .now + (received.isEmpty ? timeouts.idle : timeouts.head)
                respond(handler(request), to: request)
            } catch {
                refuse(error)
            }
        }
    }

    private mutating func endOfHead() -> Int? {
        let end = received.dropFirst(max(searched - 3, 0)).firstRange(of: Array("\r\n\r\n".utf8))?.upperBound
        if end == nil { searched = received.count }
        return end
    }

    // MARK: Sending

    private mutating func respond(_ response: HTTPResponse, to request: HTTPRequest) {
        isEventStream = response.isEventStream && request.method == "GET"
        isClosing = !request.keepsConnection && !isEventStream
        unsent.append(response.head(closing: isClosing))
        if request.method != "HEAD" { unsent.append(response.body) }
        if isEventStream { received = [] }
    }

    private mutating func refuse(_ status: HTTPStatus) {
        let response = HTTPResponse(status, "The request cannot be answered: \(status.reason).")
        unsent.append(response.head(closing: true))
        unsent.append(response.body)
        isClosing = true
        received = []
    }

    private mutating func discard() {
        unsent = SendQueue()
        received = []
        isClosing = true
    }

    private mutating func send(_ handler: Handler) {
        switch unsent.send(to: descriptor.number) {
        case nil: isFinished = true
        case true?: deadline = .now + timeouts.idle
        case false?: break
        }
        if isEventStream, unsent.isEmpty { deadline = .now + Self.forever }
        if !received.isEmpty { answer(handler) }
        guard isClosing, unsent.isEmpty, !isFinished else { return }
        shutdown(descriptor.number, Int32(SHUT_WR))
        isLingering = true
        deadline = .now + Self.lingerTime
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
