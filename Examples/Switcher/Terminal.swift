import Foundation

/// Standard input, key by key. A terminal does not wait for the end of a line until this object is freed.
final class Terminal {
    let isInteractive = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
    private var settings = termios()

    init() {
        guard isInteractive, tcgetattr(STDIN_FILENO, &settings) == 0 else { return }
        var raw = settings
        raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
        tcsetattr(STDIN_FILENO, TCSANOW, &raw)
    }

    deinit {
        if isInteractive { tcsetattr(STDIN_FILENO, TCSANOW, &settings) }
    }

    /// Returns the next key, or `nil` at the end of the input.
    func key() -> Character? {
        var byte: UInt8 = 0
        while read(STDIN_FILENO, &byte, 1) == 1 {
            if byte > 0x20, byte < 0x7F { return Character(Unicode.Scalar(byte)) }
        }
        return nil
    }

    func show(_ text: String) {
        // Moves the cursor to the top left and clears the screen.
        FileHandle.standardOutput.write(Data(((isInteractive ? "\u{1B}[H\u{1B}[2J" : "") + text).utf8))
    }
}
