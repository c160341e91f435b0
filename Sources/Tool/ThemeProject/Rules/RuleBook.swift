// See docs/decisions/13-findings-and-rules.md.
/// Decides which findings a run reports, and how severe they are: by the project's rules, exemptions and baseline, and
/// by the rules that the run selects.
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

    /// Overrides of which a later one wins over an earlier one.
    struct Overrides: Sendable {
        let all: [Override]
        private let set: GlobSet
        /// The override of each pattern of the set.
        private let numbers: [Int]

        init(_ all: [Override] = []) {
            self.all = all
            set = GlobSet(all.flatMap { $0.paths.patterns.map(\.glob) })
            numbers = all.indices.flatMap { number in all[number].paths.patterns.map { _ in number } }
        }

        /// Returns `nil` if no override for the path has the rule.
        func severity(of rule: Rule, at path: @autoclosure () -> String, _ budget: WorkBudget) -> Severity?? {
            guard !all.isEmpty else { return nil }
            let matching = set.indexes(matching: path(), budget).map { numbers[$0] }
            return matching.sorted(by: >).lazy.compactMap { all[$0].severities[rule] }.first
        }
    }

    /// `.some(nil)` turns the rule off.
    var severities: [Rule: Severity?] = [:]
    /// Each wins over `severities`.
    var overrides = Overrides()
    var exemptions: [Exemption] = []
    /// `nil` if the project has none.
    package var baseline: Baseline?
    /// The project's folder. The paths of packs are not relative to it, but those of patterns are.
    var root = ""
    /// Pays for the patterns of overrides and exemptions.
    private let budget: WorkBudget
    /// The rules that this run reports.
    package var selection = RuleSelection.all

    init(_ budget: WorkBudget) { self.budget = budget }

    /// The findings that the project reports, those that follow from them, and those of exempt files and of the
    /// baseline. All are sorted.
    package struct Judgement {
        package var findings: [Finding] = []
        package var explained: [Finding] = []
        package var exempt: [Finding] = []
    }

    /// Identifies the rules and the baseline of a run, besides `themepack.json`. Runs with equal identities and
    /// equal files have equal results.
    package var identity: String { "\(selection.identity)\n\(baseline != nil)\(baseline?.identity ?? "")" }

    /// Whether a file that cannot be packed can be accepted, so that a build leaves it out.
    package var canLeaveOutFiles: Bool { baseline != nil || exemptions.contains(where: \.rule.isStructural) }

    /// Whether the project turns a rule off.
    package func isOff(_ rule: Rule) -> Bool { severities[rule] == .some(nil) }

    /// Returns the findings that the project reports, sorted. A complete verification reports unused exemptions.
    package func judge(_ findings: [Finding], isComplete: Bool) -> [Finding] {
        judgement(of: findings, isComplete: isComplete).findings
    }

    /// Like ``judge(_:isComplete:)``, with the findings of exempt files.
    package func judgement(of findings: [Finding], isComplete: Bool) -> Judgement {
        let byRule = Dictionary(grouping: exemptions.indices) { exemptions[$0].rule }
            .mapValues { (numbers: $0, set: GlobSet($0.map { exemptions[$0].glob })) }
        var used = [Bool](repeating: false, count: exemptions.count)
        var judged = Judgement()
        var comparison = BaselineComparison(baseline)
        func isExempt(_ finding: Finding) -> Bool {
            guard let (numbers, set) = byRule[finding.rule] else { return false }
            let matching = set.indexes(matching: place(of: finding), budget)
            for index in matching { used[numbers[index]] = true }
            return !matching.isEmpty
        }
        for finding in findings {
            guard let finding = applyingSeverity(finding) else { continue }
            guard !isExempt(finding) else {
                judged.exempt.append(finding)
                continue
            }
            if let reported = comparison.report(finding) {
                judged.findings.append(reported)
            } else {
                judged.exempt.append(finding)
            }
        }
        Consequences.fold(&judged.findings, explained: &judged.explained) { root in
            // A file that cannot be packed is exempted itself, so that a note says that it is left out.
            guard !root.rule.isStructural, isExempt(root) else { return true }
            judged.exempt.append(root)
            return false
        }
        if isComplete, budget.rest(of: .patterns) > 0 {
            var questions = 0
            for (exemption, used) in zip(exemptions, used)
            where !used && selection.contains(exemption.rule) && !exemption.rule.needsPacks {
                questions += 1
                judged.findings += unused(exemption, among: questions > Glob.questionsMax ? [] : findings)
            }
        }
        if isComplete { judged.findings += comparison.unused(selection).compactMap(applyingSeverity) }
        // Reported for every selection of rules: a run that left work out is incomplete.
        judged.findings += budget.takeFindings()
        judged.findings.sort()
        judged.explained.sort()
        judged.exempt.sort()
        return judged
    }

    /// Returns the path with which patterns are compared. That of a pack in the project is relative to the project.
    private func place(of finding: Finding) -> String {
        guard finding.rule.needsPacks, let path = finding.path.path(below: root) else { return finding.path }
        return String(path)
    }

    /// Returns the severity that the project sets for the rule at the finding's path; `nil` if it sets none.
    private func level(of finding: Finding) -> Severity?? {
        overrides.severity(of: finding.rule, at: place(of: finding), budget) ?? severities[finding.rule]
    }

    private func unused(_ exemption: Exemption, among findings: [Finding]) -> [Finding] {
        let paths = findings.filter { $0.rule == exemption.rule }.map(place)
        let finding = Finding(
            .exemptionUnused, path: exemption.file, key: "exemptions", position: exemption.position,
            "the exemption of '\(exemption.glob.pattern)' from \(exemption.rule.rawValue) matches no finding",
            hint: exemption.glob.question(among: paths) ?? "remove it")
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

/// The rules that one run reports: those that match a pattern, without those that match another.
package struct RuleSelection: Hashable, Sendable {
    package static let all = RuleSelection()

    private var selected: Set<Rule>?
    private var ignored: Set<Rule> = []
    /// Structural rules that nothing can leave out.
    private var keepsStructural = false

    private init() {}

    /// - Parameters:
    ///   - select: names of rules, or globs; empty for all rules.
    ///   - keepsStructural: whether structural rules stay, whatever the patterns say, because packs will be written.
    /// - Throws: ``UserError`` for a pattern that matches no rule.
    package init(select: [String], ignore: [String], keepsStructural: Bool = false) throws(UserError) {
        if !select.isEmpty { selected = Set(try Rule.matching(select)) }
        ignored = Set(try Rule.matching(ignore))
        self.keepsStructural = keepsStructural
    }

    package func contains(_ rule: Rule) -> Bool {
        if keepsStructural, rule.isStructural { return true }
        return selected?.contains(rule) != false && !ignored.contains(rule)
    }

    /// Identifies the selected rules. Empty for all rules.
    var identity: String {
        let rules = Rule.allCases.filter(contains)
        return rules.count == Rule.allCases.count ? "" : "only " + rules.map(\.rawValue).joined(separator: " ")
    }
}

extension Rule {
    /// Returns the rules that match any of some names or globs, in the order of declaration.
    ///
    /// - Throws: ``UserError`` for a pattern that matches no rule.
    package static func matching(_ patterns: [String]) throws(UserError) -> [Rule] {
        let names = allCases.map(\.rawValue)
        let set = GlobSet(patterns.map { Glob($0) })
        let budget = WorkBudget()
        let matching = names.map { set.indexes(matching: $0, budget) }
        let used = Set(matching.joined())
        if let unknown = patterns.indices.first(where: { !used.contains($0) }).map({ patterns[$0] }) {
            throw UserError(
                "there is no rule '\(unknown)'",
                hint: budget.suggestions.question(for: unknown, among: names)
                    ?? "'themepack rules' lists all rules; 'image-*' stands for all whose names begin so")
        }
        return zip(allCases, matching).filter { !$1.isEmpty }.map(\.0)
    }
}

extension MemberReader {
    /// - Parameters:
    ///   - folder: what paths are relative to.
    ///   - example: is for the hint.
    func glob(
        _ value: SettingValue?, at path: SettingPath, of folder: String = "the project",
        example: String = "themes/year/drafts/**"
    ) throws(SourceError) -> Glob {
        guard let text = value?.string, !text.isEmpty else { throw problem(path, "expected a pattern") }
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        // A path never looks like this, so the pattern could not match.
        guard parts.allSatisfy({ !["", ".", ".."].contains($0) }), !text.contains("\\") else {
            let rest = text.replacing("\\", with: "/").split(separator: "/").filter { $0 != "." }
            let meant = rest.joined(separator: "/") + (text.hasSuffix("/") || text.hasSuffix("\\") ? "/**" : "")
            throw problem(
                path, "'\(text)' matches no path: paths are relative to \(folder), without '.', '..', '//' and '\\'",
                hint: rest.isEmpty || rest.contains("..") ? "such as \"\(example)\"" : "did you mean \"\(meant)\"?")
        }
        return Glob(text)
    }

    func rule(_ name: String, at path: SettingPath) throws(SourceError) -> Rule {
        if let rule = Rule(rawValue: name) { return rule }
        throw problem(path, "there is no rule '\(name)'", near: name, Rule.allCases.map(\.rawValue))
    }
}

/// A list of patterns for paths relative to a folder.
package struct PathPatterns: Hashable, Sendable {
    struct Pattern: Hashable, Sendable {
        let glob: Glob
        /// The path and the position in the file.
        let key: SettingPath
        let position: SourcePosition?
    }

    private(set) var patterns: [Pattern] = []
    private var set = GlobSet([])

    static let none = PathPatterns()

    private init() {}

    /// Reads a list of patterns.
    ///
    /// - Parameters:
    ///   - folder: what paths are relative to.
    ///   - example: is for the hints.
    init(
        at path: SettingPath, _ reader: MemberReader, _ limits: ProjectLimits, of folder: String = "the project",
        example: String = "themes/year/drafts/**"
    ) throws(SourceError) {
        guard case .list(let items)? = reader.value(at: path), !items.isEmpty else {
            throw reader.problem(
                path, "expected a list of patterns for paths", hint: "such as [\"\(example)\"]"
            )
        }
        for (index, item) in items.enumerated() {
            let key = path.appending(String(index))
            let glob = try reader.glob(item, at: key, of: folder, example: example)
            patterns.append(Pattern(glob: glob, key: key, position: reader.document.valuePositions[key]))
        }
        set = GlobSet(patterns.map(\.glob))
        guard set.wildcardCount <= limits.resourcePatterns else {
            throw reader.problem(
                path, "has more than \(limits.resourcePatterns) patterns with wildcards",
                hint: "name folders: \"\(example)\"")
        }
    }

    var isEmpty: Bool { patterns.isEmpty }

    func matches(_ path: String, _ budget: WorkBudget) -> Bool { !isEmpty && set.matches(path, budget) }

    /// Whether a pattern without wildcards is this path.
    func names(_ path: PortablePath) -> Bool { set.names(path.string) }

    /// Returns the indexes of all patterns that match.
    func indexes(matching path: String, _ budget: WorkBudget) -> [Int] { set.indexes(matching: path, budget) }
}
