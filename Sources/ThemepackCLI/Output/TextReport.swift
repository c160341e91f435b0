import ThemePackager
import ThemeProject

/// Writes a report in the format of compiler messages, which editors understand.
enum TextReport {
    /// The most findings that are listed. A wrong folder can have a million of them.
    private static let shownMax = 1000

    static func text(of report: Report, style: TextStyle) -> String {
        let findings = report.findings
        guard findings.count > shownMax else { return findings.map { lines(of: $0, report.paths, style) }.joined() }
        let errors = findings.filter { $0.severity == .error }.prefix(shownMax)
        let others = findings.filter { $0.severity != .error }.prefix(shownMax - errors.count)
        return (errors + others).sorted().map { lines(of: $0, report.paths, style) }.joined()
            + "and \(findings.count - shownMax) more: --report json=FILE lists all of them\n"
    }

    private static func lines(of finding: Finding, _ paths: ReportPaths, _ style: TextStyle) -> String {
        let path = shown(finding.path, paths, style)
        let location = style.bold(path + (finding.position.map { ":\($0.line):\($0.column)" } ?? "") + ":")
        let severity = finding.severity == .error ? style.red("error:") : style.yellow("warning:")
        let key = finding.key.map { Console.printable($0) + ": " } ?? ""
        var text = "\(location) \(severity) \(key)\(Console.printable(finding.message)) [\(finding.rule.rawValue)]\n"
        if let related = finding.related {
            let path = style.bold(shown(related.path, paths, style) + ":")
            text += "\(path) \(style.cyan("note:")) \(related.message)\n"
        }
        if let hint = finding.hint { text += "\(location) \(style.cyan("note:")) \(Console.printable(hint))\n" }
        return text
    }

    /// An entry of a pack is a link to the pack.
    private static func shown(_ path: String, _ paths: ReportPaths, _ style: TextStyle) -> String {
        let text = Console.printable(paths.shown(path))
        return style.hasLinks ? style.link(text, to: paths.absolute(path.prefix(before: "!/"))) : text
    }
}

extension String {
    /// The part before a separator; everything if it does not occur.
    fileprivate func prefix(before separator: String) -> String {
        ranges(of: separator).first.map { String(self[..<$0.lowerBound]) } ?? self
    }
}
