import ThemeProject

/// Threads of the tool, whose refusal is an error for people.
enum Threads {
    /// Runs a function on a new thread.
    ///
    /// - Throws: ``UserError`` if the system refuses the thread.
    static func start(_ body: @escaping @Sendable () -> Void) throws(UserError) { try make(body).detach() }

    /// Creates threads that do nothing, all at the same time, and waits for their end.
    ///
    /// - Throws: ``UserError`` if the system refuses one of them.
    static func check(count: Int) throws(UserError) {
        let gate = Gate()
        var threads: [SystemThread] = []
        defer { for thread in threads { thread.join() } }
        // A thread waits for the lock, so that none ends before all are created.
        try gate.lock.withLock { _ throws(UserError) in
            for _ in 0..<count { threads.append(try make { gate.lock.withLock { _ in } }) }
        }
    }

    /// Checks that a few files can be opened, so that a command fails before it begins.
    static func checkFiles() throws(UserError) {
        var files: [Int32] = []
        defer { for file in files { close(file) } }
        for _ in 0..<filesMin {
            let file = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0)
            guard file >= 0 || errno == EBADF else {
                throw UserError(
                    "fewer than \(filesMin) more files can be opened: \(systemReason())",
                    hint: "raise the limit of open files: ulimit -n 256")
            }
            if file >= 0 { files.append(file) }
        }
    }

    private static let filesMin = 12

    private final class Gate: Sendable {
        let lock = Lock(())
    }

    private static func make(_ body: @escaping @Sendable () -> Void) throws(UserError) -> SystemThread {
        do throws(SystemError) {
            return try SystemThread(body)
        } catch {
            throw UserError(
                "the system refuses another thread: \(error.reason)",
                hint: "raise the limit of processes and threads (ulimit -u), or end other programs")
        }
    }
}
