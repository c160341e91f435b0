import ThemePackager

/// Writes SARIF 2.1.0 as GitHub's code scanning expects it.
/// https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
enum SARIFReport {
    static func text(of report: Report) -> String {
        let rules = Rule.allCases
        let run = SettingValue.members([
            "tool": SettingValue.members([
                "driver": SettingValue.members([
                    "name": Product.name, "version": Product.version, "rules": rules.map(descriptor),
                ])
            ]),
            "columnKind": "unicodeCodePoints",
            "automationDetails": SettingValue.members(["id": automationID(of: report)]),
            "invocations": [
                SettingValue.members([
                    "executionSuccessful": report.failures.isEmpty, "exitCode": report.failures.isEmpty ? nil : 2,
                    "toolExecutionNotifications": report.failures.isEmpty
                        ? nil : report.failures.map { notification($0, report.paths) },
                ])
            ],
            "results": report.allFindings.map { result($0, rules, report.paths) },
        ])
        return Console.json(
            SettingValue.members([
                "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run],
            ]))
    }

    /// Code scanning keeps the results of each project of a repository apart by it. The part after the last slash would
    /// name a single run.
    private static func automationID(of report: Report) -> String {
        let root = report.projectRoot.map { report.paths.inRepository($0) } ?? "."
        return Product.name + (root == "." || root == report.projectRoot ? "/" : "/\(root)/")
    }

    private static func notification(_ failure: UserError, _ paths: ReportPaths) -> SettingValue {
        .members([
            "level": "error", "message": text(failure.sentence),
            "locations": failure.path.map { [location($0, failure.position, paths)] },
        ])
    }

    private static func location(
        _ path: String, _ position: SourcePosition?, _ paths: ReportPaths, message: String? = nil
    ) -> SettingValue {
        let region = position.map { SettingValue.members(["startLine": $0.line, "startColumn": $0.column]) }
        let address = SettingValue.members(["uri": PercentEncoding.encode(paths.inRepository(path))])
        return .members([
            "message": message.map(text),
            "physicalLocation": SettingValue.members(["artifactLocation": address, "region": region]),
        ])
    }

    private static func descriptor(of rule: Rule) -> SettingValue {
        .members([
            "id": rule.rawValue, "shortDescription": text(rule.summary), "fullDescription": text(rule.facts.why),
            "help": SettingValue.members(["text": RulesText.full(rule), "markdown": RulesText.markdown(rule)]),
            "helpUri": RulesText.page(of: rule),
            "defaultConfiguration": SettingValue.members(["level": rule.defaultSeverity.rawValue]),
        ])
    }

    private static func result(_ finding: Finding, _ rules: [Rule], _ paths: ReportPaths) -> SettingValue {
        .members([
            "ruleId": finding.rule.rawValue, "ruleIndex": rules.firstIndex(of: finding.rule) ?? -1,
            "level": finding.severity.rawValue, "message": text(finding.sentence),
            "locations": [location(finding.path, finding.position ?? .start, paths)],
            "partialFingerprints": SettingValue.members(["themepack/v1": finding.fingerprint(paths)]),
            "relatedLocations": finding.related.map { [location($0.path, nil, paths, message: $0.message)] },
        ])
    }

    private static func text(_ text: String) -> SettingValue { .members(["text": text]) }
}
