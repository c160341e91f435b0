import ThemePackager

/// Writes a report for people: each file once, with its findings below it.
struct TextReport {
    private let report: Report
    private let style: TextStyle
    /// Terminals show the first findings of each rule, unless the run asks for all.
    private let folds: Bool

    /// The most findings that are listed. A wrong folder can have a million of them.
    private static let shownMax = 1000
    /// The most findings of a rule that a terminal shows.
    private static let foldMax = 10

    init(_ report: Report, _ style: TextStyle) {
        self.report = report
        self.style = style
        folds = style.isTerminal && !report.showsAll
    }

    var text: String {
        let groups = FindingGroup.groups(of: shown)
        let counts = Dictionary(grouping: groups, by: \.first.rule).mapValues(\.count)
        var written: [Rule: Int] = [:]
        var hints: Set<[String]> = []
        var text = ""
        var file: String?
        for group in groups.prefix(Self.shownMax) {
            let finding = group.first
            written[finding.rule, default: 0] += 1
            let isFolded = folds && counts[finding.rule, default: 0] > Self.foldMax
            guard !isFolded || written[finding.rule, default: 0] <= Self.foldMax else { continue }
            let title = style.bold(shown(finding.path)) + group.scales
            if title != file { text += title + "\n" }
            file = title
            let position = finding.position.map { style.bold("\($0.line):\($0.column):") + " " } ?? ""
            text += "  \(position)\(message(of: group))"
            if !isFolded, let related = finding.related {
                text += note("note:", "\(shown(related.path)): \(Console.printable(related.message))")
            }
            if finding.themes.count > 1 { text += note("themes:", themes(of: finding)) }
            if let hint = finding.hint, !folds || hints.insert([finding.rule.rawValue, hint]).inserted {
                text += note("hint:", Console.printable(hint))
            }
        }
        for rule in Rule.allCases where folds {
            let rest = counts[rule, default: 0] - Self.foldMax
            if rest > 0 { text += "and \(rest) more of \(rule.rawValue): --all shows them\n" }
        }
        guard groups.count > Self.shownMax else { return text }
        return text + "and \(groups.count - Self.shownMax) more: --report json=FILE lists all of them\n"
    }

    /// Writes each finding in one line, for programs: `path:line:column: severity rule message`.
    var conciseText: String {
        shown.map { finding in
            let position = finding.position ?? .start
            let key = finding.key.map { "\($0): " } ?? ""
            let place = style.bold("\(shown(finding.path)):\(position.line):\(position.column):")
            return
                "\(place) \(severity(finding)) \(finding.rule.rawValue) \(Console.printable(key + finding.message))\n"
        }.joined()
    }

    /// The lines after the summary on a terminal: what to do next. Empty without findings.
    var advice: String {
        let statistics = RuleStatistics(report.groups)
        guard !statistics.rows.isEmpty else { return "" }
        let rules = statistics.rows.map { "\($0.errors + $0.warnings) \($0.rule.rawValue)" }
        var lines = statistics.rows.count > 1 ? ["by rule: \(rules.joined(separator: ", "))"] : []
        let fixable = statistics.rows.reduce(0) { $0 + $1.fixable }
        if fixable > 0 { lines.append("\(fixable) can be fixed: themepack verify --fix") }
        if report.projectRoot != nil, report.groups.contains(where: { $0.first.isAboutImage }) {
            lines.append("as pictures: themepack report --only problems --open")
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// The findings to list, first those of files with an error. Files that are left out need `-v`. With `-q`, warnings
    /// are left out but those about published packs, for which a run asks with `--against` or `--check`.
    private var shown: [Finding] {
        let findings = report.findings.filter { finding in
            switch finding.severity {
            case .error: true
            case .warning: !report.isQuiet || finding.rule.needsPacks
            case .note: report.isVerbose
            }
        }
        let wrong = Set(findings.lazy.filter { $0.severity == .error }.map(\.path))
        return findings.filter { wrong.contains($0.path) } + findings.filter { !wrong.contains($0.path) }
    }

    private func severity(_ finding: Finding, _ end: String = "") -> String {
        switch finding.severity {
        case .error: style.red("error\(end)")
        case .warning: style.yellow("warning\(end)")
        case .note: style.cyan("note\(end)")
        }
    }

    /// For example `error: Color.title: 'x' is not a color [config-color]`, with a line feed.
    private func message(of group: FindingGroup) -> String {
        let key = group.first.key.map { Console.printable($0) + ": " } ?? ""
        let rule = group.first.rule.rawValue
        return "\(severity(group.first, ":")) \(key)\(Console.printable(group.message)) [\(rule)]\n"
    }

    private func note(_ kind: String, _ text: String) -> String { "    \(style.cyan(kind)) \(text)\n" }

    private func themes(of finding: Finding) -> String {
        let names = finding.themes.prefix(folds ? Self.foldMax : Self.shownMax).map { Console.printable($0) }
        let rest = finding.themes.count - names.count
        return names.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    }

    /// An entry of a pack is a link to the pack.
    private func shown(_ path: String) -> String {
        let text = Console.printable(report.paths.shown(path))
        guard style.hasLinks, let file = path.split(separator: "!/", maxSplits: 1).first else { return text }
        return style.link(text, to: report.paths.absolute(String(file)))
    }
}

/// Counts the findings of each rule, the most frequent first.
struct RuleStatistics {
    let rows: [(rule: Rule, errors: Int, warnings: Int, fixable: Int)]

    /// - Parameter groups: what people see as one finding.
    init(_ groups: [FindingGroup]) {
        let byRule = Dictionary(grouping: groups.filter { $0.first.severity != .note }, by: \.first.rule)
        rows = Rule.allCases.compactMap { rule in
            byRule[rule].map { groups in
                let errors = groups.count { $0.first.severity == .error }
                return (rule, errors, groups.count - errors, groups.count(where: \.isFixable))
            }
            // Swift's sort is stable, so rules of one count stay in the order of their declaration.
        }.sorted { $0.errors + $0.warnings > $1.errors + $1.warnings }
    }

    var text: String {
        Table.aligned(
            rows.map { row in
                let counts = [
                    row.errors > 0 ? row.errors.counting("error") : nil,
                    row.warnings > 0 ? row.warnings.counting("warning") : nil,
                    row.fixable > 0 ? "\(row.fixable) fixable with --fix" : nil,
                ]
                return [
                    String(row.errors + row.warnings), row.rule.rawValue,
                    counts.compactMap { $0 }.joined(separator: ", "),
                ]
            }, numbers: [0])
    }

    var value: [SettingValue] {
        rows.map {
            .members([
                "rule": $0.rule.rawValue, "errors": $0.errors, "warnings": $0.warnings, "fixable": $0.fixable,
            ])
        }
    }
}
