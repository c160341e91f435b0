import ThemeSystem
import ThemeModel

/// A line of progress that appears on a terminal after half a second of work.
final class ProgressLine: Sendable {
    private struct State {
        var nextUpdate = ContinuousClock.now + .milliseconds(500)
        var isVisible = false
    }

    private let word: String
    private let isShown: Bool
    private let state = Lock(State())

    init(_ word: String, isShown: Bool) {
        self.word = word
        self.isShown = isShown && isatty(STDERR_FILENO) == 1
    }

    var update: (@Sendable (Int, Int) -> Void)? {
        guard isShown else { return nil }
        return { done, all in
            // Reading the clock for each image would cost too much. Sixteen images take a few milliseconds.
            guard done % 16 == 0 else { return }
            self.state.withLock { state in
                let now = ContinuousClock.now
                guard now >= state.nextUpdate else { return }
                state.nextUpdate = now + .milliseconds(100)
                state.isVisible = true
                Console.printError("\r\(self.word) \(done) of \(all)\u{1B}[K")
            }
        }
    }

    func clear() {
        state.withLock { state in
            if state.isVisible { Console.printError("\r\u{1B}[K") }
            state.isVisible = false
        }
    }
}
