import ThemeModel

package struct RuleBook: Sendable {
    struct Exemption: Sendable {
        var rule: Rule
        var glob: Glob
        var file: String
        var position: SourcePosition?
    }

    /// The severities of rules for some paths.
    struct Override: Sendable {
        var paths: PathPatterns
        var severities: [Rule: Severity?]
    }

    /// `.some(nil)` turns the rule off.
    var severities: [Rule: Severity?] = [:]
    /// A later one wins over an earlier one, and each wins over `severities`.
    var overrides: [Override] = []
    var exemptions: [Exemption] = []

    package init() {}

    /// The findings that the project reports, and those of exempt files. Both are sorted.
    package struct Judgement {
        package var findings: [Finding] = []
        package var exempt: [Finding] = []
    }

    /// Returns the findings that the project reports, sorted. A complete verification reports unused exemptions.
    package func judge(_ findings: [Finding], isComplete: Bool) -> [Finding] {
        judgement(of: findings, isComplete: isComplete).findings
    }

    /// Like ``judge(_:isComplete:)``, with the findings of exempt files.
    package func judgement(of findings: [Finding], isComplete: Bool) -> Judgement {
        let byRule = Dictionary(grouping: exemptions.indices) { exemptions[$0].rule }
        var used = [Bool](repeating: false, count: exemptions.count)
        var judged = Judgement()
        for var finding in findings {
            if let override = level(of: finding) {
                guard let severity = override else { continue }
                // A finding below its rule's severity, such as "00" for a color, keeps its own.
                if finding.severity == finding.rule.defaultSeverity { finding.severity = severity }
            }
            let candidates = byRule[finding.rule] ?? []
            let path = candidates.isEmpty ? nil : Glob.Path(finding.path)
            let exempting = candidates.filter { index in path.map(exemptions[index].glob.matches) ?? false }
            for index in exempting { used[index] = true }
            if exempting.isEmpty { judged.findings.append(finding) } else { judged.exempt.append(finding) }
        }
        if isComplete {
            for (exemption, used) in zip(exemptions, used) where !used {
                judged.findings += unused(exemption)
            }
        }
        judged.findings.sort()
        judged.exempt.sort()
        return judged
    }

    /// Returns what the project sets for the rule at the finding's path; `nil` if nothing.
    private func level(of finding: Finding) -> Severity?? {
        let override = overrides.last { $0.severities[finding.rule] != nil && $0.paths.matches(finding.path) }
        return override?.severities[finding.rule] ?? severities[finding.rule]
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
