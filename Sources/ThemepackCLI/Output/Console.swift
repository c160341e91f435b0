import Foundation
import ThemeModel

/// The two streams. The one place that prints.
enum Console {
    /// The product of a command.
    static func print(_ text: String) { print(Data(text.utf8)) }

    static func print(_ bytes: Data) {
        guard write(bytes, to: STDOUT_FILENO) else {
            printError("error: standard output cannot be written to: \(String(cString: strerror(errno)))\n")
            exit(2)
        }
    }

    /// Progress, summaries and errors.
    static func printError(_ text: String) { _ = write(Data(text.utf8), to: STDERR_FILENO) }

    private static func write(_ bytes: Data, to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Data as it can be shown: control characters, which could move the cursor or colour the screen, and marks that reorder
    /// text are written as escapes. So is the bracket of `##[`, which GitHub's runners take for a command wherever in a line it
    /// stands: https://github.com/actions/runner/blob/main/src/Runner.Common/ActionCommand.cs
    static func printable(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { isControl($0) || $0 == "[" }) else { return text }
        var shown = ""
        for scalar in text.unicodeScalars {
            if isControl(scalar) || isCommand(scalar, after: shown) {
                shown += scalar == "\n" ? "\\n" : "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            } else {
                shown.unicodeScalars.append(scalar)
            }
        }
        return shown
    }

    /// The same for text of several lines.
    static func printable(lines text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { printable(String($0)) }.joined(
            separator: "\n")
    }

    /// JSON that may be shown: what `printable` would not let through stands there as JSON's own escapes.
    static func json(_ value: SettingValue) -> String {
        var shown = ""
        for scalar in String(decoding: CanonicalJSON.encode(value), as: UTF8.self).unicodeScalars {
            if isControl(scalar) && scalar != "\n" || isCommand(scalar, after: shown) {
                let digits = String(scalar.value, radix: 16)
                shown += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
            } else {
                shown.unicodeScalars.append(scalar)
            }
        }
        return shown
    }

    private static func isCommand(_ scalar: Unicode.Scalar, after shown: String) -> Bool {
        scalar == "[" && shown.utf8.suffix(2).elementsEqual("##".utf8)
    }

    /// All of them lie below U+10000, so that one `\uXXXX` can stand for each.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        case .format:
            scalar.value == 0x061C || (0x200E...0x200F).contains(scalar.value)
                || (0x202A...0x202E).contains(scalar.value)
                || (0x2066...0x2069).contains(scalar.value)
        default: false
        }
    }
}

/// How text is coloured.
struct TextStyle {
    static let plain = TextStyle(isColoured: false)
    static let coloured = TextStyle(isColoured: true)

    let isColoured: Bool

    func bold(_ text: String) -> String { wrap(text, "1") }
    func red(_ text: String) -> String { wrap(text, "1;31") }
    func yellow(_ text: String) -> String { wrap(text, "1;33") }
    func cyan(_ text: String) -> String { wrap(text, "1;36") }

    private func wrap(_ text: String, _ code: String) -> String {
        isColoured ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}

extension Console {
    /// A path as seen from the current folder, if it lies below it.
    static func relative(_ path: String) -> String {
        let here = FileManager.default.currentDirectoryPath
        return path.path(below: here).map { String($0) } ?? path
    }
}
