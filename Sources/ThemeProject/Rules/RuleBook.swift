import ThemeModel

package struct RuleBook: Sendable {
    struct Exemption: Sendable {
        var rule: Rule
        var glob: Glob
        var file: String
        var position: SourcePosition?
    }

    /// `.some(nil)` turns the rule off.
    var severities: [Rule: Severity?] = [:]
    var exemptions: [Exemption] = []

    package init() {}

    /// Returns the findings that the project reports, sorted. A complete verification reports unused exemptions.
    package func judge(_ findings: [Finding], isComplete: Bool) -> [Finding] {
        let byRule = Dictionary(grouping: exemptions.indices) { exemptions[$0].rule }
        var used = [Bool](repeating: false, count: exemptions.count)
        var judged: [Finding] = []
        for var finding in findings {
            if let override = severities[finding.rule] {
                guard let severity = override else { continue }
                // A finding below its rule's severity, such as "00" for a color, keeps its own.
                if finding.severity == finding.rule.defaultSeverity { finding.severity = severity }
            }
            let candidates = byRule[finding.rule] ?? []
            let path = candidates.isEmpty ? nil : Glob.Path(finding.path)
            let exempting = candidates.filter { index in path.map(exemptions[index].glob.matches) ?? false }
            for index in exempting { used[index] = true }
            if exempting.isEmpty { judged.append(finding) }
        }
        if isComplete {
            for (exemption, used) in zip(exemptions, used) where !used && !exemption.rule.needsPacks {
                judged += unused(exemption)
            }
        }
        return judged.sorted()
    }

    private func unused(_ exemption: Exemption) -> [Finding] {
        guard let severity = severities[.exemptionUnused] ?? Rule.exemptionUnused.defaultSeverity else { return [] }
        var finding = Finding(
            .exemptionUnused, path: exemption.file, key: "exemptions", position: exemption.position,
            "the exemption of '\(exemption.glob.pattern)' from \(exemption.rule.rawValue) matches no finding",
            hint: "remove it")
        finding.severity = severity
        return [finding]
    }
}
