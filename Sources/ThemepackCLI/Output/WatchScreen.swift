import ThemeSystem
import ThemeModel
import ThemeProject

/// The output of `--watch` besides reports: the files that have changed, and the findings that are gone.
enum WatchScreen {
    private static let shownMax = 3

    /// Clears a terminal, so that the next report stands alone.
    static func showChanges(_ paths: [String]) {
        let isTerminal = isatty(STDERR_FILENO) == 1 && ProcessEnvironment.variable("TERM") != "dumb"
        if isTerminal { Console.printError("\u{1B}[2J\u{1B}[3J\u{1B}[H") }
        // Editors write through hidden files, which are gone when they are done.
        let visible = paths.filter { !$0.lastPathComponent.hasPrefix(".") && DiskFileSystem().kind(of: $0) != .folder }
        let files = visible.isEmpty ? paths : visible
        guard !files.isEmpty else { return }
        var line = files.prefix(shownMax).map { Console.printable(Console.relative($0)) }.joined(separator: ", ")
        if files.count > shownMax { line += " and \(files.count - shownMax) more" }
        Console.printError("changed: \(line)\n")
    }
}

/// The findings of the last run, to say which ones the next run does not have any more.
final class WatchedFindings {
    private var last: [Finding]?
    private static let shownMax = 10

    /// Prints the findings that the last run had and this one has not. In the first run, prints nothing.
    func showFixed(in report: Report) {
        let now = Set(report.findings.map(Self.identity))
        let fixed = (last ?? []).filter { !now.contains(Self.identity(of: $0)) }
        last = report.findings
        for finding in fixed.prefix(Self.shownMax) {
            let key = finding.key.map { " " + Console.printable($0) } ?? ""
            let path = Console.printable(report.paths.shown(finding.path))
            Console.printError("fixed: \(path)\(key) [\(finding.rule.rawValue)]\n")
        }
        if fixed.count > Self.shownMax { Console.printError("fixed: \(fixed.count - Self.shownMax) more\n") }
    }

    /// Lines move, and numbers in a message change, without an end of the problem.
    private static func identity(of finding: Finding) -> String {
        [finding.path, finding.key ?? "", finding.rule.rawValue, finding.theme ?? ""].joined(separator: "\u{0}")
    }
}
