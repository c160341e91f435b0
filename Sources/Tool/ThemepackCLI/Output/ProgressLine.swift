import ThemeProject

enum Terminal {
    static let usualWidth = 80

    /// The columns of the terminal that standard output is shown on; `nil` if it is a file or a pipe.
    static var width: Int? { isatty(STDOUT_FILENO) == 1 ? width(of: STDOUT_FILENO) : nil }

    /// The columns of a terminal. `COLUMNS` is stronger, as in the help that ArgumentParser writes.
    static func width(of descriptor: Int32) -> Int {
        if let columns = ProcessEnvironment.variable("COLUMNS").flatMap({ Int($0) }), columns > 0 { return columns }
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return usualWidth }
        return Int(size.ws_col)
    }

    /// Breaks lines of usage and help before a word, an option or an argument, so that they fit. Other lines stay.
    static func foldingUsage(_ text: String, to width: Int) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let isFolded = ["usage: ", "help:  "].contains { line.lowercased().hasPrefix($0) }
            guard line.utf8.count > width, isFolded else { return String(line) }
            var lines: [String] = []
            var depth = 0
            // Spaces in brackets do not separate parts.
            for part in line.split(whereSeparator: { character in
                depth += character == "[" ? 1 : character == "]" ? -1 : 0
                return character == " " && depth == 0
            }) {
                if let last = lines.last, last.count + part.count < width {
                    lines[lines.count - 1] += " " + part
                } else {
                    lines.append(lines.isEmpty ? String(part) : "         " + part)
                }
            }
            return lines.joined(separator: "\n")
        }.joined(separator: "\n")
    }
}

/// A line of progress on a terminal, which appears after half a second of work: what is done, how much of how much,
/// and from ten seconds on the time left. ``Console`` erases it before it prints anything else.
enum ProgressLine {
    private struct State {
        var isHidden = isatty(STDERR_FILENO) != 1
        var isVisible = false
        var start = ContinuousClock.now
        var nextUpdate = ContinuousClock.now
    }

    private static let state = Lock(State())

    static func hide() { state.withLock { $0.isHidden = true } }

    /// Begins a step, and returns what counts its parts, from any thread; `nil` if no terminal shows it.
    ///
    /// - Parameters:
    ///   - verb: what is done, for example `verified`.
    ///   - noun: the parts, for example `images`.
    static func counting(_ verb: String, _ noun: String) -> (@Sendable (_ done: Int, _ all: Int) -> Void)? {
        let isHidden = state.withLock { state in
            state.start = .now
            if !state.isVisible { state.nextUpdate = state.start + .milliseconds(500) }
            return state.isHidden
        }
        guard !isHidden else { return nil }
        let calls = AtomicInteger(0)
        return { done, all in
            // Reading the clock for each of many images would cost too much. Sixteen take a few milliseconds.
            guard calls.add(1) % 16 == 0 || all < 256 else { return }
            state.withLock { state in
                let now = ContinuousClock.now
                guard now >= state.nextUpdate else { return }
                state.nextUpdate = now + .milliseconds(100)
                state.isVisible = true
                let rest = rest(after: now - state.start, done, of: all)
                write("\r\(verb) \(done) of \(all) \(Console.printable(noun))\(rest)\u{1B}[K")
            }
        }
    }

    /// Returns the time left, if ten seconds have passed; else an empty text.
    static func rest(after elapsed: Duration, _ done: Int, of all: Int) -> String {
        guard elapsed >= .seconds(10), done > 0 else { return "" }
        let seconds = Int((elapsed / .seconds(1) * Double(all - done) / Double(done)).rounded())
        return seconds < 100 ? ", \(seconds) s left" : ", \((seconds + 30) / 60) min left"
    }

    static func erase() {
        state.withLock { state in
            if state.isVisible { write("\r\u{1B}[K") }
            state.isVisible = false
        }
    }

    private static func write(_ text: String) {
        _ = Data(text.utf8).withUnsafeBytes { writeFully($0, to: STDERR_FILENO) }
    }
}
