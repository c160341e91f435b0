package import ThemeModel

/// What a project makes of the rules: severities of its own, and files that are exempt.
public struct RuleBook: Sendable {
    /// Files in which a rule may be broken.
    public struct Exemption: Sendable {
        public var rule: Rule
        package var glob: Glob
        /// Where `themepack.json` has it.
        public var place: Place?
    }

    /// `nil` inside means that the rule is off.
    public var severities: [Rule: Severity?] = [:]
    /// In the order of `themepack.json`.
    public var exemptions: [Exemption] = []

    public init() {}

    /// What is left of the findings, with the project's severities, in order.
    ///
    /// - Parameter isComplete: whether the whole project was verified, so that an exemption without use can be told.
    func judge(_ findings: [Finding], isComplete: Bool) -> [Finding] {
        let byRule = Dictionary(grouping: exemptions.indices) { exemptions[$0].rule }
        var used = [Bool](repeating: false, count: exemptions.count)
        var judged: [Finding] = []
        for var finding in findings {
            if let override = severities[finding.rule] {
                guard let severity = override else { continue }
                // What a rule takes lightly of itself, as "00" for a colour, stays as light.
                if finding.severity == finding.rule.defaultSeverity { finding.severity = severity }
            }
            let candidates = byRule[finding.rule] ?? []
            let path = candidates.isEmpty ? nil : Glob.Path(finding.path)
            let exempting = candidates.filter { index in path.map(exemptions[index].glob.matches) ?? false }
            for index in exempting { used[index] = true }
            if exempting.isEmpty { judged.append(finding) }
        }
        if isComplete {
            for (exemption, used) in zip(exemptions, used) where !used {
                judged += unused(exemption)
            }
        }
        return judged.sorted()
    }

    private func unused(_ exemption: Exemption) -> [Finding] {
        guard let severity = severities[.exemptionUnused] ?? Rule.exemptionUnused.defaultSeverity else { return [] }
        var finding = Finding(
            .exemptionUnused, path: Project.fileName, key: "exemptions", place: exemption.place,
            "the exemption of '\(exemption.glob.pattern)' from \(exemption.rule.rawValue) matches no finding",
            hint: "remove it")
        finding.severity = severity
        return [finding]
    }
}
