import ThemeModel
import ThemePackager
import ThemeProject

/// Writes SARIF 2.1.0 as GitHub's code scanning expects it.
/// https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
enum SARIFReport {
    static func text(of report: Report) -> String {
        let rules = Rule.allCases
        let driver: [String: SettingValue] = [
            "name": .string(Product.name), "version": .string(Product.version),
            "rules": .list(rules.map(descriptor)),
        ]
        let run: [String: SettingValue] = [
            "tool": .object(["driver": .object(driver)]), "columnKind": .string("unicodeCodePoints"),
            "automationDetails": .object(["id": .string(automationID(of: report))]),
            "invocations": .list([invocation(of: report)]),
            "results": .list(report.allFindings.map { result($0, rules, report.paths) }),
        ]
        let log: [String: SettingValue] = [
            "$schema": .string("https://json.schemastore.org/sarif-2.1.0.json"), "version": .string("2.1.0"),
            "runs": .list([.object(run)]),
        ]
        return Console.json(.object(log))
    }

    /// Code scanning keeps the results of each project of a repository apart by it. The part after the last slash would
    /// name a single run.
    private static func automationID(of report: Report) -> String {
        let root = report.projectRoot.map { report.paths.inRepository($0) } ?? "."
        return Product.name + (root == "." || root == report.projectRoot ? "/" : "/\(root)/")
    }

    private static func invocation(of report: Report) -> SettingValue {
        guard !report.failures.isEmpty else { return .object(["executionSuccessful": .boolean(true)]) }
        return .object([
            "executionSuccessful": .boolean(false), "exitCode": .number(2),
            "toolExecutionNotifications": .list(report.failures.map { notification($0, report.paths) }),
        ])
    }

    private static func notification(_ failure: UserError, _ paths: ReportPaths) -> SettingValue {
        var notification: [String: SettingValue] = [
            "level": .string("error"),
            "message": text(failure.message + (failure.hint.map { ". " + $0 } ?? "")),
        ]
        if let path = failure.path { notification["locations"] = .list([location(path, failure.position, paths)]) }
        return .object(notification)
    }

    private static func location(_ path: String, _ position: SourcePosition?, _ paths: ReportPaths) -> SettingValue {
        var physical: [String: SettingValue] = [
            "artifactLocation": .object(["uri": .string(ReportPaths.uri(paths.inRepository(path)))])
        ]
        if let position {
            physical["region"] = .object([
                "startLine": .number(Double(position.line)), "startColumn": .number(Double(position.column)),
            ])
        }
        return .object(["physicalLocation": .object(physical)])
    }

    private static func descriptor(of rule: Rule) -> SettingValue {
        .object([
            "id": .string(rule.rawValue), "shortDescription": text(rule.summary),
            "fullDescription": text(rule.explanation.why),
            "help": .object([
                "text": .string(RulesText.full(rule)), "markdown": .string(RulesText.markdown(rule)),
            ]),
            "helpUri": .string(RulesText.page(of: rule)),
            "defaultConfiguration": .object(["level": .string(rule.defaultSeverity.rawValue)]),
        ])
    }

    private static func result(_ finding: Finding, _ rules: [Rule], _ paths: ReportPaths) -> SettingValue {
        var members: [String: SettingValue] = [
            "ruleId": .string(finding.rule.rawValue),
            "ruleIndex": .number(Double(rules.firstIndex(of: finding.rule) ?? -1)),
            "level": .string(finding.severity.rawValue),
            "message": text(sentence(of: finding)),
            "locations": .list([location(finding.path, finding.position ?? .start, paths)]),
            "partialFingerprints": .object(["themepack/v1": .string(FindingFingerprint.text(of: finding, paths))]),
        ]
        if let related = finding.related {
            members["relatedLocations"] = .list([
                .object([
                    "message": text(related.message),
                    "physicalLocation": .object([
                        "artifactLocation": .object(["uri": .string(ReportPaths.uri(paths.inRepository(related.path)))])
                    ]),
                ])
            ])
        }
        return .object(members)
    }

    private static func sentence(of finding: Finding) -> String {
        let key = finding.key.map { $0 + ": " } ?? ""
        return key + finding.message + (finding.hint.map { ". " + $0 } ?? "")
    }

    private static func text(_ text: String) -> SettingValue { .object(["text": .string(text)]) }
}
