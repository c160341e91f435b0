package import ThemeProject

/// A TCP socket that accepts connections of this machine only.
package struct ListeningSocket: Sendable {
    let descriptor: OwnedDescriptor
    package let port: UInt16

    /// Takes any free port if `port` is 0.
    ///
    /// - Throws: ``UserError`` if the port is in use or reserved.
    package init(port: UInt16) throws(UserError) {
        let number = socket(AF_INET, SocketConstants.stream, 0)
        guard number >= 0 else { throw Self.error("a socket cannot be created") }
        descriptor = OwnedDescriptor(number)
        setNonblocking(number)
        // Without it, a port stays in use for a minute after connections that this side has closed.
        var on: Int32 = 1
        setsockopt(number, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                if bind(number, address, length) != 0 { return Int32(-1) }
                return listen(number, 128) == 0 ? getsockname(number, address, &length) : -1
            }
        }
        guard status == 0 else { throw Self.bindError(port) }
        self.port = UInt16(bigEndian: address.sin_port)
    }

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
