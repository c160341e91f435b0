import ThemeModel
import ThemePackager
import ThemeProject

/// Writes a report as JSON, without fields that have no value.
enum JSONReport {
    static let schemaVersion = 1

    static func text(of report: Report) -> String {
        var members: [String: SettingValue] = [
            "schemaVersion": .number(Double(schemaVersion)),
            "summary": .object([
                "themes": .number(Double(report.themes)), "images": .number(Double(report.images)),
                "errors": .number(Double(report.errors)), "warnings": .number(Double(report.warnings)),
                "leftOut": .number(Double(report.leftOut)),
            ]),
            "findings": .list(report.findings.map(value)),
        ]
        if report.isOfBuild {
            members["packs"] = .list(
                report.packs.map { pack in
                    .object([
                        "path": .string(Console.relative(pack.path)), "bytes": .number(Double(pack.byteCount)),
                        "sha256": .string(pack.digest.description),
                    ])
                })
            members["outOfDate"] = .list(report.outOfDateFiles.map { .string(Console.relative($0)) })
        }
        return Console.json(.object(members))
    }

    private static func value(of finding: Finding) -> SettingValue {
        var members: [String: SettingValue] = [
            "rule": .string(finding.rule.rawValue), "severity": .string(finding.severity.rawValue),
            "path": .string(finding.path), "message": .string(finding.message),
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
