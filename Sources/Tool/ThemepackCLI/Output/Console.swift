import PackFormat
import ThemeProject

enum Console {
    /// For the result of a command.
    static func print(_ text: String) { print(Data(text.utf8)) }

    static func print(_ bytes: Data) {
        guard write(bytes, to: STDOUT_FILENO) else {
            printError("error: standard output cannot be written to: \(systemReason())\n")
            exit(2)
        }
    }

    /// For summaries and errors.
    static func printError(_ text: String) { _ = write(Data(text.utf8), to: STDERR_FILENO) }

    /// Prints a summary or a hint. Escapes what ``printable(_:)`` escapes.
    static func note(_ line: String) { printError(printable(line) + "\n") }

    private static func write(_ bytes: Data, to descriptor: Int32) -> Bool {
        ProgressLine.erase()
        return bytes.withUnsafeBytes { writeFully($0, to: descriptor) }
    }

    /// Escapes invisible characters, which could move the cursor, color the screen, or make two names look the same.
    /// Also escapes the bracket of `##[`, which GitHub's runners read as a command anywhere in a line:
    /// https://github.com/actions/runner/blob/main/src/Runner.Common/ActionCommand.cs
    static func printable(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { $0.isInvisible || $0 == "[" }) else { return text }
        return escaping(text, where: \.isInvisible) { $0 == "\n" ? "\\n" : $0.escape }
    }

    static func printable(lines text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { printable(String($0)) }.joined(
            separator: "\n")
    }

    /// Writes the characters that ``printable(_:)`` escapes as JSON escapes.
    static func json(_ value: some JSONConvertible) -> String {
        let text = String(decoding: CanonicalJSON.encode(value.json), as: UTF8.self)
        return escaping(text, where: { $0.isInvisible && $0 != "\n" }) { scalar in
            scalar.utf16.map { "\\u" + $0.hexadecimal(digits: 4) }.joined()
        }
    }

    /// Escapes some characters, and the bracket of `##[`.
    private static func escaping(
        _ text: String, where isUnsafe: (Unicode.Scalar) -> Bool, _ escape: (Unicode.Scalar) -> String
    ) -> String {
        var shown = ""
        for scalar in text.unicodeScalars {
            if isUnsafe(scalar) || scalar == "[" && shown.utf8.suffix(2).elementsEqual("##".utf8) {
                shown += escape(scalar)
            } else {
                shown.unicodeScalars.append(scalar)
            }
        }
        return shown
    }

    /// Returns a path below the current folder relative to it, and any other path as it is.
    static func relative(_ path: String) -> String {
        path.path(below: ProcessEnvironment.currentFolder).map { String($0) } ?? path
    }
}

struct TextStyle {
    static let plain = TextStyle(isColored: false)

    let isColored: Bool
    var hasLinks = false
    var isTerminal = false

    func bold(_ text: String) -> String { wrap(text, "1") }
    func red(_ text: String) -> String { wrap(text, "1;31") }
    func yellow(_ text: String) -> String { wrap(text, "1;33") }
    func cyan(_ text: String) -> String { wrap(text, "1;36") }

    /// - Parameter path: absolute.
    func link(_ text: String, to path: @autoclosure () -> String) -> String {
        hasLinks ? "\u{1B}]8;;file://\(PercentEncoding.encode(path()))\u{1B}\\\(text)\u{1B}]8;;\u{1B}\\" : text
    }

    private func wrap(_ text: String, _ code: String) -> String {
        isColored ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}

/// Links in terminals, https://gist.github.com/egmontkob/eb114294efbcd5adb1944c9f3cb5feda. There is no way to ask a
/// terminal whether it has them, so those that do are listed. `FORCE_HYPERLINK` overrides the list.
enum TerminalLinks {
    private static let programs: Set = ["iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "Tabby", "rio", "zed"]
    private static let terms: Set = ["xterm-kitty", "xterm-ghostty", "alacritty", "foot", "contour", "wezterm"]
    /// Each is set by one kind of terminal.
    private static let variables = ["WT_SESSION", "DOMTERM", "KONSOLE_VERSION", "KITTY_WINDOW_ID"]

    static func areSupported(_ variable: (String) -> String? = ProcessEnvironment.variable) -> Bool {
        if let forced = variable("FORCE_HYPERLINK"), !forced.isEmpty { return forced != "0" }
        if let vte = variable("VTE_VERSION").flatMap({ Int($0) }), vte >= 5000 { return true }
        let isListed =
            variable("TERM_PROGRAM").map(programs.contains) == true || variable("TERM").map(terms.contains) == true
        return isListed || variables.contains { variable($0)?.isEmpty == false }
    }
}

enum Table {
    /// The columns of a cell that is cut, so that its ends remain known.
    private static let cutMin = 9

    /// Aligns cells in columns two spaces apart.
    ///
    /// - Parameters:
    ///   - numbers: the columns that are aligned at the right.
    ///   - texts: the columns of which a terminal that is too narrow gets less, the first one first.
    static func aligned(_ rows: [[String]], numbers: Set<Int>, cutting texts: [Int] = []) -> String {
        var widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].columnCount }.max() ?? 0 }
        var excess = texts.isEmpty ? 0 : widths.reduce(2 * (widths.count - 1), +) - (Terminal.width ?? .max)
        for text in texts where excess > 0 && widths[text] > cutMin {
            let width = max(cutMin, widths[text] - excess)
            excess -= widths[text] - width
            widths[text] = width
        }
        return rows.map { row in
            let cells = row.enumerated().map { column, cell in
                let cell = cell.cut(to: widths[column])
                let padding = String(repeating: " ", count: widths[column] - cell.columnCount)
                return numbers.contains(column) ? padding + cell : cell + padding
            }
            var line = cells.joined(separator: "  ")
            while line.last == " " { line.removeLast() }
            return line + "\n"
        }.joined()
    }
}

extension String {
    /// The columns that a terminal takes for the text. https://www.unicode.org/reports/tr11/
    fileprivate var columnCount: Int { reduce(0) { $0 + ($1.isWide ? 2 : 1) } }

    /// Returns the text with `...` in place of its middle, if it takes more columns.
    fileprivate func cut(to width: Int) -> String {
        guard columnCount > width else { return self }
        var head = Substring(self)
        var tail = Substring(self)
        while String(head + "..." + tail).columnCount > width {
            if head.count > tail.count { head.removeLast() } else { tail.removeFirst() }
        }
        return head + "..." + tail
    }
}

extension Character {
    /// Whether a terminal takes two columns: for East Asian characters and emoji.
    fileprivate var isWide: Bool {
        guard let scalar = unicodeScalars.first, !isASCII else { return false }
        return switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3: true
        case 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD: true
        default: scalar.properties.isEmojiPresentation || unicodeScalars.contains("\u{FE0F}")
        }
    }
}

enum ProcessEnvironment {
    static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    static var variables: [String: String] { ProcessInfo.processInfo.environment }

    static var currentFolder: String { FileManager.default.currentDirectoryPath }

    static let processorCount = ProcessInfo.processInfo.activeProcessorCount
}
