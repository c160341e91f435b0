import SystemCalls
import ThemeModel
import ThemeProject

/// Threads of the system. Unlike Dispatch they report a refusal; Dispatch waits until it gets its threads.
enum Threads {
    /// Runs a function on a new thread.
    ///
    /// - Throws: ``UserError`` if the system refuses the thread.
    static func start(_ body: @escaping @Sendable () -> Void) throws(UserError) { pthread_detach(try make(body)) }

    /// Creates threads that do nothing, all at the same time, and waits for their end.
    ///
    /// - Throws: ``UserError`` if the system refuses one of them.
    static func check(count: Int) throws(UserError) {
        let gate = Gate()
        var threads: [pthread_t] = []
        defer { for thread in threads { pthread_join(thread, nil) } }
        // A thread waits for the lock, so that none ends before all are created.
        try gate.lock.withLock { _ throws(UserError) in
            for _ in 0..<count { threads.append(try make { gate.lock.withLock { _ in } }) }
        }
    }

    /// Checks that a few files can be opened. Dispatch needs three for its threads, and traps without them.
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

    private final class Body: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    private static func make(_ body: @escaping @Sendable () -> Void) throws(UserError) -> pthread_t {
        let body = Unmanaged.passRetained(Body(body))
        #if canImport(Darwin)
            var thread: pthread_t?
            let code = pthread_create(
                &thread, nil,
                { body in
                    Unmanaged<Body>.fromOpaque(body).takeRetainedValue().run()
                    return nil
                }, body.toOpaque())
            if code == 0, let thread { return thread }
        #else
            var thread = pthread_t()
            let code = pthread_create(
                &thread, nil,
                { body in
                    if let body { Unmanaged<Body>.fromOpaque(body).takeRetainedValue().run() }
                    return nil
                }, body.toOpaque())
            if code == 0 { return thread }
        #endif
        body.release()
        throw UserError(
            "the system refuses another thread: \(systemReason(of: code))",
            hint: "raise the limit of processes and threads (ulimit -u), or end other programs")
    }
}
