import ThemeModel
import ThemeProject

/// Writes GitLab's code quality report, a list of issues in the form of Code Climate.
/// https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format
enum GitLabReport {
    static func text(of report: Report) -> String {
        if !report.failures.isEmpty {
            return Console.json(
                .list(report.failures.enumerated().map { issue($1, "\(Product.name)-\($0)", report.paths) }))
        }
        // GitLab wants distinct fingerprints.
        var counts: [String: Int] = [:]
        return Console.json(
            .list(
                report.allFindings.map { finding in
                    let fingerprint = FindingFingerprint.text(of: finding, report.paths)
                    let count = counts[fingerprint, default: 0]
                    counts[fingerprint] = count + 1
                    return issue(finding, count == 0 ? fingerprint : "\(fingerprint)-\(count)", report.paths)
                }))
    }

    private static func level(of finding: Finding) -> String {
        switch finding.severity {
        case .error: "major"
        case .warning: "minor"
        case .note: "info"
        }
    }

    private static func issue(_ finding: Finding, _ fingerprint: String, _ paths: ReportPaths) -> SettingValue {
        let key = finding.key.map { $0 + ": " } ?? ""
        return issue(
            key + finding.message + (finding.hint.map { ". " + $0 } ?? ""), rule: finding.rule.rawValue, fingerprint,
            severity: level(of: finding), path: paths.inRepository(finding.path),
            line: finding.position?.line)
    }

    private static func issue(_ error: UserError, _ fingerprint: String, _ paths: ReportPaths) -> SettingValue {
        issue(
            error.message + (error.hint.map { ". " + $0 } ?? ""), rule: Product.name, fingerprint,
            severity: "blocker", path: paths.inRepository(error.path ?? Project.fileName), line: error.position?.line)
    }

    private static func issue(
        _ description: String, rule: String, _ fingerprint: String, severity: String, path: String, line: Int?
    ) -> SettingValue {
        .object([
            "description": .string(description), "check_name": .string(rule), "fingerprint": .string(fingerprint),
            "severity": .string(severity),
            "location": .object([
                "path": .string(path), "lines": .object(["begin": .number(Double(line ?? 1))]),
            ]),
        ])
    }
}
