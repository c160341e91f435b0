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
    /// `nil` if the project has none.
    package var baseline: Baseline?
    /// The rules that this run reports.
    package var selection = RuleSelection.all

    package init() {}

    /// Identifies what a run adds to `themepack.json`. Results of runs with other identities differ.
    package var identity: String { "\(selection.identity)\n\(baseline?.identity ?? "")" }

    /// Whether the project turns a rule off.
    package func isOff(_ rule: Rule) -> Bool { severities[rule] == .some(nil) }

    /// Returns the findings that the project reports, sorted. A complete verification reports unused exemptions.
    package func judge(_ findings: [Finding], isComplete: Bool) -> [Finding] {
        let byRule = Dictionary(grouping: exemptions.indices) { exemptions[$0].rule }
        var used = [Bool](repeating: false, count: exemptions.count)
        var judged: [Finding] = []
        var comparison = BaselineComparison(baseline)
        for finding in findings {
            guard let finding = applyingSeverity(finding) else { continue }
            let candidates = byRule[finding.rule] ?? []
            let path = candidates.isEmpty ? nil : Glob.Path(finding.path)
            let exempting = candidates.filter { index in path.map(exemptions[index].glob.matches) ?? false }
            for index in exempting { used[index] = true }
            guard exempting.isEmpty else { continue }
            if let reported = comparison.report(finding) { judged.append(reported) }
        }
        if isComplete {
            for (exemption, used) in zip(exemptions, used)
            where !used && selection.contains(exemption.rule) && !exemption.rule.needsPacks {
                judged += unused(exemption)
            }
            judged += comparison.unused(selection).compactMap(applyingSeverity)
        }
        return judged.sorted()
    }

    private func unused(_ exemption: Exemption) -> [Finding] {
        let finding = Finding(
            .exemptionUnused, path: exemption.file, key: "exemptions", position: exemption.position,
            "the exemption of '\(exemption.glob.pattern)' from \(exemption.rule.rawValue) matches no finding",
            hint: "remove it")
        return [finding].compactMap(applyingSeverity)
    }

    /// Returns the finding with the project's severity of its rule; `nil` if the rule is off or not selected.
    private func applyingSeverity(_ finding: Finding) -> Finding? {
        guard selection.contains(finding.rule),
            let severity = severities[finding.rule] ?? finding.rule.defaultSeverity
        else { return nil }
        var finding = finding
        // A finding below its rule's severity, such as "00" for a color, keeps its own.
        if finding.severity == finding.rule.defaultSeverity { finding.severity = severity }
        return finding
    }
}
