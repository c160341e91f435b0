import ThemeSystem
import ThemeModel
import ThemePackager
import ThemeProject

/// Removes unfinished files on SIGINT, SIGTERM and SIGHUP, then ends the process with 128 plus the signal's number.
enum InterruptionHandler {
    /// Call this before any thread is started, because later threads inherit the blocked signals. An expected SIGINT
    /// ends the command with status 0.
    ///
    /// - Parameter body: is called first.
    /// - Throws: ``UserError`` if no thread can be created. Then the signals end the process as usual.
    static func install(
        removing unfinished: UnfinishedFiles, isExpected: Bool = false, after body: @escaping @Sendable () -> Void = {}
    ) throws {
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in [SIGINT, SIGTERM, SIGHUP] where !isIgnored(number) { sigaddset(&signals, number) }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        do {
            try Threads.start { [signals] in
                var signals = signals
                var number: Int32 = 0
                guard sigwait(&signals, &number) == 0 else { return }
                body()
                unfinished.remove {
                    if isExpected, number == SIGINT { _exit(0) }
                    Console.printError("error: interrupted: unfinished files were removed\n")
                    _exit(128 + number)
                }
            }
        } catch {
            pthread_sigmask(SIG_UNBLOCK, &signals, nil)
            throw error
        }
    }

    /// SIGHUP is ignored under `nohup`, and SIGINT in the background of a script.
    private static func isIgnored(_ number: Int32) -> Bool {
        let handler = signal(number, SIG_DFL)
        let isIgnored = unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
        if isIgnored { signal(number, SIG_IGN) }
        return isIgnored
    }
}
