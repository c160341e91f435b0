import ThemePackager
import ThemeProject

/// Writes a report in the format of compiler messages, which editors understand.
enum TextReport {
    static func text(of report: Report, style: TextStyle) -> String {
        report.findings.map { lines(of: $0, style) }.joined()
    }

    private static func lines(of finding: Finding, _ style: TextStyle) -> String {
        let path = Console.printable(finding.path)
        let location = style.bold(path + (finding.position.map { ":\($0.line):\($0.column)" } ?? "") + ":")
        let severity = finding.severity == .error ? style.red("error:") : style.yellow("warning:")
        let key = finding.key.map { Console.printable($0) + ": " } ?? ""
        var text = "\(location) \(severity) \(key)\(Console.printable(finding.message)) [\(finding.rule.rawValue)]\n"
        if let related = finding.related {
            text += "\(style.bold(Console.printable(related.path) + ":")) \(style.cyan("note:")) \(related.message)\n"
        }
        if let hint = finding.hint { text += "\(location) \(style.cyan("note:")) \(Console.printable(hint))\n" }
        return text
    }
}
