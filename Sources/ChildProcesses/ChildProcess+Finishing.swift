import SystemCalls

extension ChildProcess {
    package struct Result: Sendable {
        /// The exit status, or 128 plus the number of a signal; `nil` if the program took too long.
        package let status: Int32?
        package let output: [UInt8]
        package let messages: [UInt8]
    }

    /// Reads the program's pipes to their ends, and waits for the program.
    ///
    /// - Parameters:
    ///   - limit: the bytes to keep of each pipe. The others are read and dropped, so that the program goes on.
    ///   - time: ends the program when it has passed.
    package func finish(keeping limit: Int = .max, within time: Duration? = nil) -> Result {
        let deadline = time.map { ContinuousClock.now + $0 }
        var bytes: [[UInt8]] = [[], []]
        var pipes = [output, messages].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while pipes.contains(where: { $0.fd >= 0 }) {
            let timeout = deadline.map(Self.milliseconds) ?? -1
            guard retryingOnInterrupt({ poll(&pipes, nfds_t(pipes.count), timeout) }) > 0 else { break }
            for index in pipes.indices where pipes[index].fd >= 0 && pipes[index].revents != 0 {
                let count = retryingOnInterrupt { read(pipes[index].fd, &buffer, buffer.count) }
                if count > 0 {
                    bytes[index] += buffer[..<min(count, limit - bytes[index].count)]
                } else {
                    pipes[index].fd = -1
                }
            }
        }
        let status = wait(until: deadline)
        if status == nil {
            end()
            _ = wait(until: nil)
        }
        return Result(status: status, output: bytes[0], messages: bytes[1])
    }

    /// Rounded up, so that `poll` does not return before the deadline.
    private static func milliseconds(until deadline: ContinuousClock.Instant) -> Int32 {
        let rest = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
        return Int32(min(max(rest.rounded(.up), 0), Double(Int32.max)))
    }
}
