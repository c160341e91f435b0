import ThemePackager

/// Writes a report for people: each file once, with its findings below it.
enum TextReport {
    static func text(of report: Report, style: TextStyle) -> String {
        let (findings, rest) = shown(report)
        let paths = report.paths
        var text = ""
        var file: String?
        for finding in findings {
            if finding.path != file { text += style.bold(shown(finding.path, paths, style)) + "\n" }
            file = finding.path
            let position = finding.position.map { style.bold("\($0.line):\($0.column):") + " " } ?? ""
            text += "  \(position)\(message(of: finding, style))"
            text += notes(of: finding, paths, style).map { "    \(style.cyan($0.kind)) \($0.text)\n" }.joined()
        }
        return text + rest
    }

    /// Writes each finding with its path, as compilers do, for programs that read that form.
    static func lines(of report: Report, style: TextStyle) -> String {
        let (findings, rest) = shown(report)
        let paths = report.paths
        return findings.map { finding in
            let position = finding.position.map { "\($0.line):\($0.column):" } ?? ""
            let location = style.bold("\(shown(finding.path, paths, style)):\(position)")
            return "\(location) \(message(of: finding, style))"
                + notes(of: finding, paths, style).map { "\(location) \(style.cyan("note:")) \($0.text)\n" }.joined()
        }.joined() + rest
    }

    /// The most findings that are listed. A wrong folder can have a million of them.
    private static let shownMax = 1000

    /// Returns the findings to list, and a line about the others: first those of files with an error, and without
    /// `-v` no files that are left out.
    private static func shown(_ report: Report) -> (findings: [Finding], rest: String) {
        let findings = report.findings.filter { report.isVerbose || $0.severity != .note }
        let wrong = Set(findings.lazy.filter { $0.severity == .error }.map(\.path))
        let inOrder = findings.filter { wrong.contains($0.path) } + findings.filter { !wrong.contains($0.path) }
        guard inOrder.count > shownMax else { return (inOrder, "") }
        let rest = "and \(inOrder.count - shownMax) more: --report json=FILE lists all of them\n"
        return (Array(inOrder.prefix(shownMax)), rest)
    }

    /// For example `error: Color.title: 'x' is not a color [config-color]`, with a line feed.
    private static func message(of finding: Finding, _ style: TextStyle) -> String {
        let severity =
            switch finding.severity {
            case .error: style.red("error:")
            case .warning: style.yellow("warning:")
            case .note: style.cyan("note:")
            }
        let key = finding.key.map { Console.printable($0) + ": " } ?? ""
        return "\(severity) \(key)\(Console.printable(finding.message)) [\(finding.rule.rawValue)]\n"
    }

    private static func notes(
        of finding: Finding, _ paths: ReportPaths, _ style: TextStyle
    ) -> [(kind: String, text: String)] {
        let note = finding.related.map { "\(shown($0.path, paths, style)): \(Console.printable($0.message))" }
        return [("note:", note), ("hint:", finding.hint.map { Console.printable($0) })].compactMap { kind, text in
            text.map { (kind, $0) }
        }
    }

    /// An entry of a pack is a link to the pack.
    private static func shown(_ path: String, _ paths: ReportPaths, _ style: TextStyle) -> String {
        let text = Console.printable(paths.shown(path))
        guard style.hasLinks, let file = path.split(separator: "!/", maxSplits: 1).first else { return text }
        return style.link(text, to: paths.absolute(String(file)))
    }
}

/// Counts the findings of each rule, the most frequent first.
struct RuleStatistics {
    let rows: [(rule: Rule, errors: Int, warnings: Int)]

    init(_ findings: [Finding]) {
        let byRule = Dictionary(grouping: findings.filter { $0.severity != .note }, by: \.rule)
        let counted = Rule.allCases.compactMap { rule -> (rule: Rule, errors: Int, warnings: Int)? in
            guard let found = byRule[rule] else { return nil }
            let errors = found.count { $0.severity == .error }
            return (rule, errors, found.count - errors)
        }
        // Swift's sort is stable, so rules of one count stay in the order of their declaration.
        rows = counted.sorted { $0.errors + $0.warnings > $1.errors + $1.warnings }
    }

    var text: String {
        Table.aligned(
            rows.map { row in
                let counts = [
                    row.errors > 0 ? row.errors.counting("error") : nil,
                    row.warnings > 0 ? row.warnings.counting("warning") : nil,
                ]
                return [
                    String(row.errors + row.warnings), row.rule.rawValue,
                    counts.compactMap { $0 }.joined(separator: ", "),
                ]
            }, numbers: [0])
    }

    var value: [SettingValue] {
        rows.map { .members(["rule": $0.rule.rawValue, "errors": $0.errors, "warnings": $0.warnings]) }
    }
}
