import PackFormat
import ThemeSystem
import ThemeModel

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

enum Console {
    /// For the result of a command.
    static func print(_ text: String) { print(Data(text.utf8)) }

    static func print(_ bytes: Data) {
        guard write(bytes, to: STDOUT_FILENO) else {
            printError("error: standard output cannot be written to: \(systemReason())\n")
            exit(2)
        }
    }

    /// For progress, summaries and errors.
    static func printError(_ text: String) { _ = write(Data(text.utf8), to: STDERR_FILENO) }

    private static func write(_ bytes: Data, to descriptor: Int32) -> Bool {
        bytes.withUnsafeBytes { writeFully($0, to: descriptor) }
    }

    /// Escapes control characters and marks that reorder text, which could move the cursor or color the screen. Also
    /// escapes the bracket of `##[`, which GitHub's runners read as a command anywhere in a line:
    /// https://github.com/actions/runner/blob/main/src/Runner.Common/ActionCommand.cs
    static func printable(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { $0.isControl || $0 == "[" }) else { return text }
        var shown = ""
        for scalar in text.unicodeScalars {
            if scalar.isControl || startsCommand(scalar, after: shown) {
                shown += scalar == "\n" ? "\\n" : scalar.escape
            } else {
                shown.unicodeScalars.append(scalar)
            }
        }
        return shown
    }

    static func printable(lines text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { printable(String($0)) }.joined(
            separator: "\n")
    }

    /// Writes the characters that ``printable(_:)`` escapes as JSON escapes.
    static func json(_ value: SettingValue) -> String {
        var shown = ""
        for scalar in String(decoding: CanonicalJSON.encode(value), as: UTF8.self).unicodeScalars {
            // Control characters are below U+10000, so one `\uXXXX` suffices.
            if scalar.isControl && scalar != "\n" || startsCommand(scalar, after: shown) {
                shown += "\\u" + scalar.value.hexadecimal(digits: 4)
            } else {
                shown.unicodeScalars.append(scalar)
            }
        }
        return shown
    }

    private static func startsCommand(_ scalar: Unicode.Scalar, after shown: String) -> Bool {
        scalar == "[" && shown.utf8.suffix(2).elementsEqual("##".utf8)
    }
}

struct TextStyle {
    static let plain = TextStyle(isColored: false)

    let isColored: Bool
    var hasLinks = false

    func bold(_ text: String) -> String { wrap(text, "1") }
    func red(_ text: String) -> String { wrap(text, "1;31") }
    func yellow(_ text: String) -> String { wrap(text, "1;33") }
    func cyan(_ text: String) -> String { wrap(text, "1;36") }

    /// - Parameter path: absolute.
    func link(_ text: String, to path: @autoclosure () -> String) -> String {
        hasLinks ? "\u{1B}]8;;file://\(ReportPaths.uri(path()))\u{1B}\\\(text)\u{1B}]8;;\u{1B}\\" : text
    }

    private func wrap(_ text: String, _ code: String) -> String {
        isColored ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}

extension Console {
    /// Returns a path below the current folder relative to it, and any other path as it is.
    static func relative(_ path: String) -> String {
        let here = ProcessEnvironment.currentFolder
        return path.path(below: here).map { String($0) } ?? path
    }
}
