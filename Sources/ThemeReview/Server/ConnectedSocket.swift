package import ThemeProject

/// Moves bytes between the socket and the state of a connection.
struct ConnectedSocket {
    /// Closes the descriptor when the connection is removed from the server's list.
    private final class Descriptor {
        let number: Int32

        init(_ number: Int32) { self.number = number }

        deinit { close(number) }
    }

    /// The time for a client to read the last response. Closing earlier could reset the connection and lose it.
    private static let lingerTime = Duration.seconds(2)

    private let descriptor: Descriptor
    private var connection: Connection
    private var lingerEnd: ContinuousClock.Instant?
    private(set) var isFinished = false

    init(_ descriptor: Int32, _ connection: Connection) {
        setNonblocking(descriptor)
        var on: Int32 = 1
        let size = socklen_t(MemoryLayout<Int32>.size)
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, size)
        #if canImport(Darwin)
            setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, size)
        #endif
        self.descriptor = Descriptor(descriptor)
        self.connection = connection
    }

    var deadline: ContinuousClock.Instant { lingerEnd ?? connection.deadline }

    /// Whether the client waits for nothing: no part of a request has arrived, and no response is under way.
    var isIdle: Bool {
        guard !isFinished, lingerEnd == nil, connection.isIdle else { return false }
        var byte: UInt8 = 0
        return retryingOnInterrupt { recv(descriptor.number, &byte, 1, Int32(MSG_PEEK)) } <= 0
    }

    var pollRequest: pollfd {
        let reads = lingerEnd != nil || connection.acceptsBytes
        let events = (reads ? POLLIN : 0) | (connection.hasUnsentBytes ? POLLOUT : 0)
        return pollfd(fd: descriptor.number, events: Int16(events), revents: 0)
    }

    mutating func proceed(_ events: Int16, now: ContinuousClock.Instant, _ handler: Connection.Handler) {
        if events & Int16(POLLERR | POLLNVAL) != 0 {
            isFinished = true
            return
        }
        if lingerEnd == nil, events & Int16(POLLIN | POLLHUP) != 0, connection.acceptsBytes { receive(now, handler) }
        if let end = lingerEnd {
            isFinished = now >= end || events & Int16(POLLIN | POLLHUP) != 0 && !drain()
            return
        }
        if now >= connection.deadline { connection.timeOut() }
        send(now, handler)
    }

    mutating func sendEvent(_ bytes: [UInt8], now: ContinuousClock.Instant, _ handler: Connection.Handler) {
        guard connection.isEventStream else { return }
        connection.sendEvent(bytes, now: now)
        send(now, handler)
    }

    private mutating func receive(_ now: ContinuousClock.Instant, _ handler: Connection.Handler) {
        withUnsafeTemporaryAllocation(byteCount: 1 << 14, alignment: 1) { buffer in
            let count = retryingOnInterrupt { recv(descriptor.number, buffer.baseAddress, buffer.count, 0) }
            if count > 0 {
                connection.receive(UnsafeRawBufferPointer(rebasing: buffer[..<count]), now: now, handler)
            } else if count == 0 {
                connection.receiveEnd()
            } else if errno != EAGAIN {
                isFinished = true
            }
        }
    }

    private mutating func send(_ now: ContinuousClock.Instant, _ handler: Connection.Handler) {
        let number = descriptor.number
        var isBroken = false
        connection.send(now: now, handler) { bytes in
            #if canImport(Darwin)
                let flags: Int32 = 0
            #else
                let flags = Int32(MSG_NOSIGNAL)
            #endif
            let count = retryingOnInterrupt { ThemeSystem.send(number, bytes.baseAddress, bytes.count, flags) }
            if count < 0, errno != EAGAIN { isBroken = true }
            return count
        }
        if isBroken { isFinished = true }
        guard connection.isFinished, !isFinished else { return }
        shutdown(descriptor.number, Self.write)
        lingerEnd = now + Self.lingerTime
    }

    /// Discards further bytes of the client. Returns `false` at its end.
    private func drain() -> Bool {
        withUnsafeTemporaryAllocation(byteCount: 1 << 14, alignment: 1) { buffer in
            let count = retryingOnInterrupt { recv(descriptor.number, buffer.baseAddress, buffer.count, 0) }
            return count > 0 || count < 0 && errno == EAGAIN
        }
    }

    #if canImport(Glibc)
        private static let write = Int32(SHUT_WR)
    #else
        private static let write = SHUT_WR
    #endif
}

/// A TCP socket that accepts connections of this machine only.
package final class ListeningSocket: Sendable {
    let descriptor: Int32
    package let port: UInt16

    /// Takes any free port if `port` is 0.
    ///
    /// - Throws: ``UserError`` if the port is in use or reserved.
    package init(port: UInt16) throws(UserError) {
        let descriptor = socket(AF_INET, Self.stream, 0)
        guard descriptor >= 0 else { throw Self.error("a socket cannot be created") }
        do throws(UserError) {
            setNonblocking(descriptor)
            // Without it, a port stays in use for a minute after connections that this side has closed.
            var on: Int32 = 1
            setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let status = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    if bind(descriptor, address, length) != 0 { return Int32(-1) }
                    return listen(descriptor, 128) == 0 ? getsockname(descriptor, address, &length) : -1
                }
            }
            guard status == 0 else { throw Self.bindError(port) }
            self.port = UInt16(bigEndian: address.sin_port)
        } catch {
            close(descriptor)
            throw error
        }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    #if canImport(Glibc)
        private static let stream = Int32(SOCK_STREAM.rawValue)
    #else
        private static let stream = SOCK_STREAM
    #endif

    private static func bindError(_ port: UInt16) -> UserError {
        switch errno {
        case EADDRINUSE:
            UserError(
                "port \(port) is in use, maybe by another themepack",
                hint: "end the program that uses it, or take a free port with --port 0")
        case EACCES:
            UserError("port \(port) is reserved for the system", hint: "take one from 1024 to 65535")
        default: error("port \(port) cannot be opened")
        }
    }

    private static func error(_ what: String) -> UserError { UserError("\(what): \(systemReason())") }
}

/// Programs that this process starts do not inherit the descriptor.
func setNonblocking(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
}
