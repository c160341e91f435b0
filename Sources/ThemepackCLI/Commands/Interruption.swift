import Foundation
import ThemePackager

/// Ends the process on SIGINT, SIGTERM and SIGHUP, with the exit status that a shell expects, after the unfinished files
/// were removed.
enum Interruption {
    /// To be called while there is one thread: the others inherit what is blocked here, so that no signal reaches them.
    ///
    /// - Parameter isExpected: whether SIGINT is how the command is meant to end.
    static func removes(_ unfinished: UnfinishedFiles, isExpected: Bool = false) {
        // A file that becomes larger than allowed is then an error of writing, and not the end of the process.
        signal(SIGXFSZ, SIG_IGN)
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in [SIGINT, SIGTERM, SIGHUP] where !isIgnored(number) { sigaddset(&signals, number) }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        Thread.detachNewThread { [signals] in
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

    /// As under `nohup`, or for SIGINT in the background of a script.
    private static func isIgnored(_ number: Int32) -> Bool {
        let handler = signal(number, SIG_DFL)
        let isIgnored = unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
        if isIgnored { signal(number, SIG_IGN) }
        return isIgnored
    }
}
