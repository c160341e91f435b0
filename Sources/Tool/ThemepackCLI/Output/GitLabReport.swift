import ThemeProject

/// Writes GitLab's code quality report, a list of issues in the form of Code Climate.
/// https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format
enum GitLabReport {
    static func text(of report: Report) -> String {
        if !report.failures.isEmpty {
            return Console.json(
                report.failures.enumerated().map { number, error in
                    issue(
                        error.sentence, rule: Product.name, "\(Product.name)-\(number)", severity: "blocker",
                        path: report.paths.inRepository(error.path ?? Project.fileName), error.position)
                })
        }
        // GitLab wants distinct fingerprints.
        var counts: [String: Int] = [:]
        return Console.json(
            report.allFindings.map { finding in
                let fingerprint = finding.fingerprint(report.paths)
                let count = counts[fingerprint, default: 0]
                counts[fingerprint] = count + 1
                return issue(
                    finding.sentence, rule: finding.rule.rawValue,
                    count == 0 ? fingerprint : "\(fingerprint)-\(count)", severity: level(of: finding),
                    path: report.paths.inRepository(finding.path), finding.position)
            })
    }

    private static func level(of finding: Finding) -> String {
        switch finding.severity {
        case .error: "major"
        case .warning: "minor"
        case .note: "info"
        }
    }

    private static func issue(
        _ description: String, rule: String, _ fingerprint: String, severity: String, path: String,
        _ position: SourcePosition?
    ) -> SettingValue {
        .members([
            "description": description, "check_name": rule, "fingerprint": fingerprint, "severity": severity,
            "location": SettingValue.members([
                "path": path, "lines": SettingValue.members(["begin": position?.line ?? 1]),
            ]),
        ])
    }
}
