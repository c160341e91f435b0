import SystemCalls
import ThemeModel

/// A program that was started. `deinit` ends it, and waits until it has ended. Thread-safe.
package final class ChildProcess: Sendable {
    /// The other end of the program's standard input; -1 if that is no socket.
    package let input: Int32
    /// The program's standard output; -1 if that is no pipe.
    package let output: Int32
    /// The program's standard error; -1 if that is no pipe.
    package let messages: Int32

    private let id: pid_t
    private let leadsGroup: Bool
    /// The result of ``reap()``, which frees the id.
    private let status = Lock<Int32?>(nil)

    package init(_ program: Program) throws(ProgramError) {
        let start = try program.start()
        (id, input, output, messages) = (start.id, start.input.own, start.output.own, start.messages.own)
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
