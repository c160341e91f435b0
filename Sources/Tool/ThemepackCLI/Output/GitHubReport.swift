import ThemePackager

/// Writes annotations for GitHub's runners, and a table for a job's summary page.
/// https://docs.github.com/actions/reference/workflow-commands-for-github-actions
enum GitHubReport {
    /// GitHub shows this many annotations of each severity for a step, and drops the others silently.
    private static let shownMax = 10
    /// GitHub accepts summaries of 1 MiB. This many rows have less.
    private static let rowsMax = 500

    static func text(of report: Report) -> String {
        if !report.failures.isEmpty { return report.failures.map { annotation(of: $0, report.paths) }.joined() }
        return Severity.allCases.reversed().map { severity in
            let findings = oneOfEachRuleFirst(report.allFindings.filter { $0.severity == severity })
            let shown = findings.count > shownMax ? shownMax - 1 : findings.count
            let lines = findings.prefix(shown).map { annotation(of: $0, report.paths) }.joined()
            let rest = findings.count - shown
            return rest == 0 ? lines : lines + annotation(severity, "and \(rest) more \(severity.rawValue)s", hint: nil)
        }.joined()
    }

    /// Returns the findings with the first of each rule before the second of any rule.
    private static func oneOfEachRuleFirst(_ findings: [Finding]) -> [Finding] {
        var counts: [Rule: Int] = [:]
        return findings.map { finding in
            counts[finding.rule, default: 0] += 1
            return (finding, turn: counts[finding.rule, default: 0])
        }.sorted { $0.turn < $1.turn }.map(\.0)
    }

    private static func annotation(of error: UserError, _ paths: ReportPaths) -> String {
        annotation(.error, error.message, hint: error.hint, at: error.path.map(paths.inRepository), error.position)
    }

    private static func annotation(of finding: Finding, _ paths: ReportPaths) -> String {
        let key = finding.key.map { $0 + ": " } ?? ""
        return annotation(
            finding.severity, key + finding.message, hint: finding.hint, title: finding.rule.rawValue,
            at: paths.inRepository(finding.path), finding.position)
    }

    private static func annotation(
        _ severity: Severity, _ text: String, hint: String?, title: String = Product.name, at path: String? = nil,
        _ position: SourcePosition? = nil
    ) -> String {
        let place = path.map { "file=\(property($0))," } ?? ""
        let line = position.map { "line=\($0.line),col=\($0.column)," } ?? ""
        let command = severity == .note ? "notice" : severity.rawValue
        let lines = text + (hint.map { "\n" + $0 } ?? "")
        return "::\(command) \(place)\(line)title=\(property(title))::\(data(lines))\n"
    }

    private static func data(_ text: String) -> String {
        escaped(text, ["%": "%25", "\r": "%0D", "\n": "%0A"])
    }

    private static func property(_ text: String) -> String {
        escaped(text, ["%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"])
    }

    /// Works on scalars: as a `Character`, CR LF equals neither CR nor LF.
    private static func escaped(_ text: String, _ table: [Unicode.Scalar: String]) -> String {
        text.unicodeScalars.map { table[$0] ?? Console.printable(String($0)) }.joined()
    }

    static func appendStepSummary(of report: Report) throws {
        guard let path = ProcessEnvironment.variable("GITHUB_STEP_SUMMARY"), !path.isEmpty else { return }
        try rethrow(as: { UserError(path: $0.path, $0.message, hint: "GITHUB_STEP_SUMMARY names it") }) {
            () throws(UserError) in
            try OutputPlace(appendingTo: path, for: "a job's summary").write(Array(table(of: report).utf8))
        }
    }

    static func table(of report: Report) -> String {
        if !report.failures.isEmpty {
            return "### themepack\n\ncould not run:\n\n"
                + report.failures.map { failure in
                    let path = failure.path.map { report.paths.inRepository($0) + ": " } ?? ""
                    return "- " + cell(path + failure.sentence) + "\n"
                }.joined() + "\n"
        }
        var text = "### themepack\n\n\(report.summary())\n"
        let findings = report.allFindings
        guard !findings.isEmpty else { return text + "\n" }
        text += "\n| rule | errors | warnings |\n|---|--:|--:|\n"
        for row in RuleStatistics(FindingGroup.groups(of: findings)).rows {
            text += "| \(cell(row.rule.rawValue)) | \(row.errors) | \(row.warnings) |\n"
        }
        text += "\n<details><summary>findings</summary>\n\n| severity | file | problem | rule |\n|---|---|---|---|\n"
        let worstFirst = FindingGroup.groups(of: findings.sorted { ($1.severity, $0) < ($0.severity, $1) })
        for group in worstFirst.prefix(rowsMax) {
            let finding = group.first
            let position = finding.position.map { ":\($0.line)" } ?? ""
            let problem = [finding.key, group.message].compactMap { $0 }.joined(separator: ": ")
            let path = report.paths.inRepository(finding.path)
            let cells = [finding.severity.rawValue, path + position + group.scales, problem, finding.rule.rawValue]
            text += "| " + cells.map(cell).joined(separator: " | ") + " |\n"
        }
        if worstFirst.count > rowsMax { text += "\nand \(worstFirst.count - rowsMax) more\n" }
        return text + "\n</details>\n\n"
    }

    private static func cell(_ text: String) -> String {
        Console.printable(text).unicodeScalars.map { scalar in
            "\\`*_{}[]<>()#|!&@~".unicodeScalars.contains(scalar) ? "&#\(scalar.value);" : String(scalar)
        }.joined()
    }
}
