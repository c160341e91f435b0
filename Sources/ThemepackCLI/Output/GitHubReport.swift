import ThemePackager

/// Writes annotations for GitHub's runners, and a table for a job's summary page.
/// https://docs.github.com/actions/reference/workflow-commands-for-github-actions
enum GitHubReport {
    /// GitHub shows this many annotations of each severity for a step, and drops the others silently.
    private static let shownMax = 10
    /// GitHub accepts summaries of 1 MiB. This many rows have less.
    private static let rowsMax = 500

    static func text(of report: Report) -> String {
        if !report.failures.isEmpty { return report.failures.map { annotation($0, report.paths) }.joined() }
        return Severity.allCases.reversed().map { severity in
            let findings = report.allFindings.filter { $0.severity == severity }
            let shown = findings.count > shownMax ? shownMax - 1 : findings.count
            var lines = findings.prefix(shown).map { annotation($0, report.paths) }
            if findings.count > shown {
                lines.append(
                    "::\(command(severity)) title=themepack::and \(findings.count - shown) more \(severity.rawValue)s\n"
                )
            }
            return lines.joined()
        }.joined()
    }

    private static func annotation(_ error: UserError, _ paths: ReportPaths) -> String {
        var properties = error.path.map { "file=\(property(paths.inRepository($0)))," } ?? ""
        if let position = error.position { properties += "line=\(position.line),col=\(position.column)," }
        let hint = error.hint.map { "\n" + $0 } ?? ""
        return "::error \(properties)title=\(Product.name)::\(data(error.message + hint))\n"
    }

    private static func annotation(_ finding: Finding, _ paths: ReportPaths) -> String {
        var properties = "file=\(property(paths.inRepository(finding.path)))"
        if let position = finding.position { properties += ",line=\(position.line),col=\(position.column)" }
        properties += ",title=\(property(finding.rule.rawValue))"
        let key = finding.key.map { $0 + ": " } ?? ""
        let hint = finding.hint.map { "\n" + $0 } ?? ""
        return "::\(command(finding.severity)) \(properties)::\(data(key + finding.message + hint))\n"
    }

    private static func command(_ severity: Severity) -> String { severity == .note ? "notice" : severity.rawValue }

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
        func failure() -> UserError {
            UserError(
                "the job summary '\(path)' cannot be written: \(systemReason())", hint: "GITHUB_STEP_SUMMARY names it")
        }
        let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw failure() }
        defer { close(descriptor) }
        let isWritten = Array(table(of: report).utf8).withUnsafeBytes { writeFully($0, to: descriptor) }
        if !isWritten { throw failure() }
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
        text += "\n| severity | file | problem | rule |\n|---|---|---|---|\n"
        let worstFirst = findings.sorted { ($1.severity, $0) < ($0.severity, $1) }
        for finding in worstFirst.prefix(rowsMax) {
            let position = finding.position.map { ":\($0.line)" } ?? ""
            let problem = [finding.key, finding.message].compactMap { $0 }.joined(separator: ": ")
            let path = report.paths.inRepository(finding.path)
            let cells = [finding.severity.rawValue, path + position, problem, finding.rule.rawValue]
            text += "| " + cells.map(cell).joined(separator: " | ") + " |\n"
        }
        if worstFirst.count > rowsMax { text += "\nand \(worstFirst.count - rowsMax) more\n" }
        return text + "\n"
    }

    private static func cell(_ text: String) -> String {
        Console.printable(text).unicodeScalars.map { scalar in
            "\\`*_{}[]<>()#|!&@~".unicodeScalars.contains(scalar) ? "&#\(scalar.value);" : String(scalar)
        }.joined()
    }
}
