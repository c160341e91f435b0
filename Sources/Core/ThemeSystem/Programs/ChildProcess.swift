#if os(macOS) || os(Linux)

    /// A program that was started. `deinit` ends it, and waits until it has ended. Thread-safe.
    package final class ChildProcess: Sendable {
        /// The other end of the program's standard input; -1 if that is not a socket.
        package let input: Int32
        /// The program's standard output; -1 if that is not a pipe.
        package let output: Int32
        /// The program's standard error; -1 if that is not a pipe.
        package let messages: Int32

        private let id: pid_t
        private let leadsGroup: Bool
        /// The result of ``reap()``, which frees the id.
        private let status = Lock<Int32?>(nil)

        package init(_ program: Program) throws(SystemError) {
            let start = try program.start()
            id = start.id
            input = start.input.own
            output = start.output.own
            messages = start.messages.own
            leadsGroup = !program.usesTerminal
        }

        deinit {
            for descriptor in [input, output, messages] where descriptor >= 0 { close(descriptor) }
            end()
            _ = wait(until: nil)
        }

        /// Ends the program, and the programs that it started if it leads a group.
        package func end() {
            status.withLock { status in
                if status == nil { kill(leadsGroup ? -id : id, SIGKILL) }
            }
        }

        /// Returns the exit status, or 128 plus the number of the signal that ended the program; `nil` while it runs.
        private func reap() -> Int32? {
            status.withLock { status in
                guard status == nil else { return status }
                var found: Int32 = 0
                let process = waitpid(id, &found, WNOHANG)
                if process == id {
                    let signal = found & 0x7F
                    status = signal == 0 ? found >> 8 & 0xFF : 128 + signal
                } else if process < 0, errno != EINTR {
                    // The system does not keep the status if this process ignores SIGCHLD.
                    status = 128
                }
                return status
            }
        }

        /// Returns `nil` if the program still runs at the deadline.
        func wait(until deadline: ContinuousClock.Instant?) -> Int32? {
            var interval = Duration.microseconds(100)
            while true {
                if let status = reap() { return status }
                if let deadline, ContinuousClock.now >= deadline { return nil }
                pause(for: interval)
                interval = min(interval * 2, .milliseconds(20))
            }
        }
    }

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
#endif
