package import ThemeProject

/// Answers HTTP/1.1 requests of this machine, all on the thread that calls ``run(_:)``.
package final class HTTPServer: Sendable {
    /// A further connection takes the place of the oldest idle one. If none is idle, it waits in the kernel.
    private static let connectionsMax = 256

    private struct Mailbox {
        var events: [[UInt8]] = []
        var isStopped = false
    }

    private let mailbox = Lock(Mailbox())
    private let alarm: Alarm
    private let timeouts: HTTPTimeouts

    package init(timeouts: HTTPTimeouts = HTTPTimeouts()) throws(UserError) {
        self.timeouts = timeouts
        alarm = try Alarm()
    }

    /// Sends an event to all open event streams. Does not wait. Callable from any thread.
    package func send(_ event: ServerSentEvent) {
        let bytes = Array(event.text.utf8)
        mailbox.withLock { $0.events.append(bytes) }
        alarm.ring()
    }

    /// Ends ``run(_:)``. Callable from any thread.
    package func stop() {
        mailbox.withLock { $0.isStopped = true }
        alarm.ring()
    }

    /// Returns after ``stop()``, and then closes all connections.
    package func run(on socket: ListeningSocket, _ handler: (HTTPRequest) -> HTTPResponse) {
        var connections: [Connection] = []
        while true {
            let now = ContinuousClock.now
            let isFull = connections.count >= Self.connectionsMax && !connections.contains(where: \.isIdle)
            var requests = [
                pollfd(fd: alarm.reader.number, events: Int16(POLLIN), revents: 0),
                // The kernel ignores a negative descriptor.
                pollfd(fd: isFull ? -1 : socket.descriptor.number, events: Int16(POLLIN), revents: 0),
            ]
            requests += connections.map(\.pollRequest)
            let next = connections.map(\.deadline).min().map { max(.zero, $0 - now) / .milliseconds(1) }
            poll(&requests, nfds_t(requests.count), next.map { Int32(min($0 + 1, 60_000)) } ?? -1)
            for (index, request) in requests.dropFirst(2).enumerated() {
                connections[index].proceed(request.revents, handler)
            }
            alarm.reset()
            let mail = mailbox.withLock { mailbox in
                defer { mailbox.events = [] }
                return mailbox
            }
            guard !mail.isStopped else { return }
            if !mail.events.isEmpty {
                var bytes: [UInt8] = []
                for event in mail.events { bytes += event }
                for index in connections.indices { connections[index].sendEvent(bytes, handler) }
            }
            connections.removeAll(where: \.isFinished)
            if requests[1].revents != 0 { accept(from: socket, into: &connections) }
        }
    }

    private func accept(from listener: ListeningSocket, into connections: inout [Connection]) {
        while connections.count < Self.connectionsMax || connections.contains(where: \.isIdle) {
            let descriptor = ThemeSystem.accept(listener.descriptor.number, nil, nil)
            guard descriptor >= 0 else {
                guard errno == EMFILE || errno == ENFILE else { return }
                if closeOldestIdle(of: &connections) { continue }
                // At the limit of open files, waits for the end of a connection without using the processor.
                return pause(for: .milliseconds(20))
            }
            if connections.count >= Self.connectionsMax { _ = closeOldestIdle(of: &connections) }
            connections.append(Connection(descriptor, timeouts: timeouts))
        }
    }

    private func closeOldestIdle(of connections: inout [Connection]) -> Bool {
        // All idle connections have the same timeout, so the deadlines are in the order of age.
        let idle = connections.indices.filter { connections[$0].isIdle }
        guard let oldest = idle.min(by: { connections[$0].deadline < connections[$1].deadline }) else { return false }
        connections.remove(at: oldest)
        return true
    }
}

/// Wakes a thread that waits in `poll`, through a pipe.
struct Alarm: Sendable {
    /// Readable after ``ring()``.
    let reader: OwnedDescriptor
    private let writer: OwnedDescriptor

    init() throws(UserError) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else {
            throw UserError("a pipe cannot be created: \(systemReason())")
        }
        for end in ends { setNonblocking(end) }
        reader = OwnedDescriptor(ends[0])
        writer = OwnedDescriptor(ends[1])
    }

    /// A full pipe has rung already.
    func ring() {
        var byte: UInt8 = 1
        _ = retryingOnInterrupt { write(writer.number, &byte, 1) }
    }

    func reset() {
        var bytes: (UInt64, UInt64) = (0, 0)
        while retryingOnInterrupt({ read(reader.number, &bytes, 16) }) > 0 {}
    }
}
