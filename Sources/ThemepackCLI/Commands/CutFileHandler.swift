import SystemCalls

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
