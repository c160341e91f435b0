import ThemeProject

/// Removes unfinished files on SIGINT, SIGTERM and SIGHUP, then ends the process with 128 plus the signal's number.
enum InterruptionHandler {
    private struct Exceptions {
        var expectsInterrupt = false
        var beforeEnd: @Sendable () -> Void = {}
    }

    private static let exceptions = Lock(Exceptions())

    /// Every command calls this before it starts a thread, because later threads inherit the blocked signals.
    ///
    /// - Throws: ``UserError`` if no thread can be created. Then the signals end the process as usual.
    static func install() throws {
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in [SIGINT, SIGTERM, SIGHUP] where !isIgnored(number) { sigaddset(&signals, number) }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        do {
            try Threads.start { [signals] in
                var signals = signals
                var number: Int32 = 0
                guard sigwait(&signals, &number) == 0 else { return }
                let exceptions = exceptions.withLock { $0 }
                exceptions.beforeEnd()
                UnfinishedFiles.ofProcess.remove { count in
                    if exceptions.expectsInterrupt, number == SIGINT { _exit(0) }
                    Console.printError("error: interrupted\(count > 0 ? ": unfinished files were removed" : "")\n")
                    _exit(128 + number)
                }
            }
        } catch {
            pthread_sigmask(SIG_UNBLOCK, &signals, nil)
            throw error
        }
    }

    /// Lets SIGINT end the command with status 0: people end it so.
    static func expectInterrupt() { exceptions.withLock { $0.expectsInterrupt = true } }

    static func beforeEnd(_ body: @escaping @Sendable () -> Void) { exceptions.withLock { $0.beforeEnd = body } }

    /// SIGHUP is ignored under `nohup`, and SIGINT in the background of a script.
    private static func isIgnored(_ number: Int32) -> Bool {
        let handler = signal(number, SIG_DFL)
        let isIgnored = unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
        if isIgnored { signal(number, SIG_IGN) }
        return isIgnored
    }
}

enum CutFileHandler {
    /// Ends the process with status 2 on SIGBUS, which reading a mapped file raises if another program cuts it.
    ///
    /// Unfinished files stay. The next build removes them.
    static func install() {
        signal(SIGBUS) { _ in
            // Only calls that are safe in a signal handler.
            let text: StaticString = """
                error: a file was cut by another program while it was read
                hint: run again when no program writes to it

                """
            _ = write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
            _exit(2)
        }
    }
}
