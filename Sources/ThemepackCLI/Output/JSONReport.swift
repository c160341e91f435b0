import ThemeModel
import ThemePackager
import ThemeProject

/// Writes a report as JSON, without fields that have no value.
enum JSONReport {
    static let schemaVersion = 1

    static func text(of report: Report) -> String {
        let findings = report.allFindings
        var members: [String: SettingValue] = [
            "schemaVersion": .number(Double(schemaVersion)),
            "summary": .object([
                "themes": .number(Double(report.themes)), "images": .number(Double(report.images)),
                "errors": .number(Double(findings.count { $0.severity == .error })),
                "warnings": .number(Double(findings.count { $0.severity == .warning })),
                "leftOut": .number(Double(report.leftOut)),
            ]),
            "findings": .list(findings.map { value(of: $0, report.paths) }),
        ]
        if !report.failures.isEmpty { members["errors"] = .list(report.failures.map { value(of: $0, report.paths) }) }
        if report.showsStatistics { members["statistics"] = RuleStatistics(findings).value }
        if report.isOfBuild {
            members["packs"] = .list(
                report.packs.map { pack in
                    .object([
                        "path": .string(Console.relative(pack.path)), "bytes": .number(Double(pack.byteCount)),
                        "sha256": .string(pack.digest.description),
                    ])
                })
            members["outOfDate"] = .list(report.outOfDateFiles.map { .string(Console.relative($0)) })
            members[report.isCheck ? "strays" : "deleted"] = .list(
                report.strays.map { .string(Console.relative($0.path)) })
        }
        return Console.json(.object(members))
    }

    /// The reason why the command could not run.
    private static func value(of error: UserError, _ paths: ReportPaths) -> SettingValue {
        var members: [String: SettingValue] = ["message": .string(error.message)]
        members["path"] = error.path.map { .string(paths.shown($0)) }
        members["line"] = error.position.map { .number(Double($0.line)) }
        members["column"] = error.position.map { .number(Double($0.column)) }
        members["hint"] = error.hint.map(SettingValue.string)
        return .object(members)
    }

    private static func value(of finding: Finding, _ paths: ReportPaths) -> SettingValue {
        var members: [String: SettingValue] = [
            "rule": .string(finding.rule.rawValue), "severity": .string(finding.severity.rawValue),
            "path": .string(paths.shown(finding.path)), "message": .string(finding.message),
        ]
        members["theme"] = finding.theme.map(SettingValue.string)
        members["key"] = finding.key.map(SettingValue.string)
        members["line"] = finding.position.map { .number(Double($0.line)) }
        members["column"] = finding.position.map { .number(Double($0.column)) }
        members["expected"] = finding.expected.map(SettingValue.string)
        members["actual"] = finding.actual.map(SettingValue.string)
        members["hint"] = finding.hint.map(SettingValue.string)
        return .object(members)
    }
}
