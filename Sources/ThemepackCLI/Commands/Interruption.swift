import Dispatch
import SystemCalls
import ThemePackager

/// Removes unfinished files on SIGINT, SIGTERM and SIGHUP. Then ends the process with the status that a shell expects.
enum Interruption {
    /// Call this while there is one thread. Later threads inherit the blocked signals, so that none reaches them.
    ///
    /// - Parameter isExpected: whether SIGINT is the usual end of the command.
    static func removes(_ unfinished: UnfinishedFiles, isExpected: Bool = false) {
        // Writing a file larger than allowed then fails with an error and does not end the process.
        signal(SIGXFSZ, SIG_IGN)
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in [SIGINT, SIGTERM, SIGHUP] where !isIgnored(number) { sigaddset(&signals, number) }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        DispatchQueue(label: "themepack.interruption").async { [signals] in
            var signals = signals
            var number: Int32 = 0
            guard sigwait(&signals, &number) == 0 else { return }
            unfinished.remove {
                if isExpected, number == SIGINT { _exit(0) }
                Console.printError("error: interrupted: unfinished files were removed\n")
                _exit(128 + number)
            }
        }
    }

    /// True under `nohup`, and for SIGINT in the background of a script.
    private static func isIgnored(_ number: Int32) -> Bool {
        let handler = signal(number, SIG_DFL)
        let isIgnored = unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
        if isIgnored { signal(number, SIG_IGN) }
        return isIgnored
    }
}
