import ThemePackager

/// Writes a report as JSON, without fields that have no value.
enum JSONReport {
    static let schemaVersion = 1

    static func text(of report: Report) -> String {
        let findings = report.allFindings
        let build = report.build
        return Console.json(
            SettingValue.members([
                "schemaVersion": schemaVersion,
                "summary": SettingValue.members([
                    "themes": report.themes, "images": report.images, "leftOut": report.leftOut,
                    "errors": findings.count { $0.severity == .error },
                    "warnings": findings.count { $0.severity == .warning },
                ]),
                "findings": findings.map { value(of: $0, report.paths) },
                "explained": report.explained.isEmpty ? nil : report.explained.map { value(of: $0, report.paths) },
                "errors": report.failures.isEmpty ? nil : report.failures.map { value(of: $0, report.paths) },
                "statistics": report.showsStatistics ? RuleStatistics(findings.map { FindingGroup($0) }).value : nil,
                "packs": build?.packs.map(value), "outOfDate": build?.outOfDateFiles.map(Console.relative),
                build?.isCheck == true ? "strays" : "deleted": build?.strays.map { Console.relative($0.path) },
            ]))
    }

    private static func value(of pack: Distribution.Pack) -> SettingValue {
        .members(["path": Console.relative(pack.path), "bytes": pack.byteCount, "sha256": pack.digest])
    }

    private static func value(of error: UserError, _ paths: ReportPaths) -> SettingValue {
        .members([
            "message": error.message, "path": error.path.map(paths.shown), "line": error.position?.line,
            "column": error.position?.column, "hint": error.hint,
        ])
    }

    private static func value(of finding: Finding, _ paths: ReportPaths) -> SettingValue {
        .members([
            "rule": finding.rule.rawValue, "severity": finding.severity.rawValue, "path": paths.shown(finding.path),
            "message": finding.message, "theme": finding.theme, "key": finding.key, "line": finding.position?.line,
            "column": finding.position?.column, "expected": finding.expected, "actual": finding.actual,
            "hint": finding.hint, "themes": finding.isRoot ? finding.themes : nil,
            "cause": finding.cause.map {
                SettingValue.members(["rule": $0.rule.rawValue, "path": paths.shown($0.path)])
            },
        ])
    }
}
