import ThemeSystem
import ThemeModel

// See docs/decisions/13-findings-and-rules.md.
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
    /// `nil` if the project has none.
    package var baseline: Baseline?
    /// The project's folder. The paths of packs are not relative to it, but those of patterns are.
    var root = ""
    /// Pays for the patterns of overrides and exemptions, and for all other work of the run.
    package let budget = WorkBudget()
    /// The rules that this run reports.
    package var selection = RuleSelection.all

    package init() {}

    /// The findings that the project reports, and those of exempt files. Both are sorted.
    package struct Judgement {
        package var findings: [Finding] = []
        package var exempt: [Finding] = []
    }

    /// Identifies the rules and the baseline of a run, besides `themepack.json`. Runs with equal identities and
    /// equal files have equal results.
    package var identity: String { "\(selection.identity)\n\(baseline?.identity ?? "")" }

    /// Whether the project turns a rule off.
    package func isOff(_ rule: Rule) -> Bool { severities[rule] == .some(nil) }

    /// Returns the findings that the project reports, sorted. A complete verification reports unused exemptions.
    package func judge(_ findings: [Finding], isComplete: Bool) -> [Finding] {
        judgement(of: findings, isComplete: isComplete).findings
    }

    /// Like ``judge(_:isComplete:)``, with the findings of exempt files.
    package func judgement(of findings: [Finding], isComplete: Bool) -> Judgement {
        let byRule = Dictionary(grouping: exemptions.indices) { exemptions[$0].rule }
        var used = [Bool](repeating: false, count: exemptions.count)
        var judged = Judgement()
        var comparison = BaselineComparison(baseline)
        for finding in findings {
            guard let finding = applyingSeverity(finding) else { continue }
            let candidates = byRule[finding.rule] ?? []
            let path = candidates.isEmpty ? nil : Glob.Path(place(of: finding))
            let exempting = candidates.filter { index in
                path.map { exemptions[index].glob.matches($0, budget) } ?? false
            }
            for index in exempting { used[index] = true }
            guard exempting.isEmpty else {
                judged.exempt.append(finding)
                continue
            }
            if let reported = comparison.report(finding) { judged.findings.append(reported) }
        }
        if isComplete, budget.rest(of: .patterns) > 0 {
            for (exemption, used) in zip(exemptions, used)
            where !used && selection.contains(exemption.rule) && !exemption.rule.needsPacks {
                judged.findings += unused(exemption)
            }
        }
        if isComplete { judged.findings += comparison.unused(selection).compactMap(applyingSeverity) }
        // Whatever the selection is: a run that left something out has not found everything.
        judged.findings += budget.takeFindings()
        judged.findings.sort()
        judged.exempt.sort()
        return judged
    }

    /// Returns the path that patterns apply to: of a pack in the project, its path there.
    private func place(of finding: Finding) -> String {
        guard finding.rule.needsPacks, let path = finding.path.path(below: root) else { return finding.path }
        return String(path)
    }

    /// Returns the severity that the project sets for the rule at the finding's path; `nil` if it sets none.
    private func level(of finding: Finding) -> Severity?? {
        let override = overrides.last {
            $0.severities[finding.rule] != nil && $0.paths.matches(place(of: finding), budget)
        }
        return override?.severities[finding.rule] ?? severities[finding.rule]
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
            let severity = level(of: finding) ?? finding.rule.defaultSeverity
        else { return nil }
        var finding = finding
        // A finding below its rule's severity, such as "00" for a color, keeps its own.
        if finding.severity == finding.rule.defaultSeverity { finding.severity = severity }
        return finding
    }
}
