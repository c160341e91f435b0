import ThemePackager
import ThemeProject

/// Writes a report in the format of compiler messages, which editors understand.
enum TextReport {
    /// The most findings that are listed. A wrong folder can have a million of them.
    private static let shownMax = 1000

    static func text(of report: Report, style: TextStyle) -> String {
        let findings = report.findings
        guard findings.count > shownMax else { return findings.map { lines(of: $0, style) }.joined() }
        let errors = findings.filter { $0.severity == .error }.prefix(shownMax)
        let others = findings.filter { $0.severity != .error }.prefix(shownMax - errors.count)
        return (errors + others).sorted().map { lines(of: $0, style) }.joined()
            + "and \(findings.count - shownMax) more: --report json=FILE lists all of them\n"
    }

    private static func lines(of finding: Finding, _ style: TextStyle) -> String {
        let path = Console.printable(finding.path)
        let location = style.bold(path + (finding.position.map { ":\($0.line):\($0.column)" } ?? "") + ":")
        let severity =
            switch finding.severity {
            case .error: style.red("error:")
            case .warning: style.yellow("warning:")
            case .note: style.cyan("note:")
            }
        let key = finding.key.map { Console.printable($0) + ": " } ?? ""
        var text = "\(location) \(severity) \(key)\(Console.printable(finding.message)) [\(finding.rule.rawValue)]\n"
        if let related = finding.related {
            text += "\(style.bold(Console.printable(related.path) + ":")) \(style.cyan("note:")) \(related.message)\n"
        }
        if let hint = finding.hint { text += "\(location) \(style.cyan("note:")) \(Console.printable(hint))\n" }
        return text
    }
}
