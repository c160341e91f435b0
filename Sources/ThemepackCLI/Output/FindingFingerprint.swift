import PackFormat
import ThemeModel
import ThemeProject

/// Identifies a finding in later runs. Does not depend on lines, so that it stays the same when they move.
enum FindingFingerprint {
    static func text(of finding: Finding, _ paths: ReportPaths) -> String {
        let parts = [finding.theme ?? "", paths.inRepository(finding.path), finding.key ?? "", finding.rule.rawValue]
        return XXHash64.hash(parts.joined(separator: "\u{0}")).hexadecimal(digits: 16)
    }
}
