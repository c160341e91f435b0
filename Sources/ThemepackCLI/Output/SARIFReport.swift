import PackFormat
import ThemeModel
import ThemePackager
import ThemeProject

/// Writes SARIF 2.1.0 as GitHub's code scanning expects it.
/// https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
enum SARIFReport {
    static func text(of report: Report) -> String {
        let rules = Rule.allCases
        let prefix = report.repositoryPrefix
        let driver: [String: SettingValue] = [
            "name": .string(Product.name), "version": .string(Product.version),
            "rules": .list(rules.map(descriptor)),
        ]
        let run: [String: SettingValue] = [
            "tool": .object(["driver": .object(driver)]), "columnKind": .string("unicodeCodePoints"),
            "results": .list(report.findings.map { result($0, rules, prefix) }),
        ]
        let log: [String: SettingValue] = [
            "$schema": .string("https://json.schemastore.org/sarif-2.1.0.json"), "version": .string("2.1.0"),
            "runs": .list([.object(run)]),
        ]
        return Console.json(.object(log))
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

    private static func result(_ finding: Finding, _ rules: [Rule], _ prefix: String) -> SettingValue {
        var physical: [String: SettingValue] = [
            "artifactLocation": .object(["uri": .string(uri(prefix + finding.path))])
        ]
        if let position = finding.position {
            physical["region"] = .object([
                "startLine": .number(Double(position.line)), "startColumn": .number(Double(position.column)),
            ])
        }
        var members: [String: SettingValue] = [
            "ruleId": .string(finding.rule.rawValue),
            "ruleIndex": .number(Double(rules.firstIndex(of: finding.rule) ?? -1)),
            "level": .string(finding.severity.rawValue),
            "message": text(sentence(of: finding)),
            "locations": .list([.object(["physicalLocation": .object(physical)])]),
            "partialFingerprints": .object(["themepack/v1": .string(fingerprint(of: finding))]),
        ]
        if let related = finding.related {
            members["relatedLocations"] = .list([
                .object([
                    "message": text(related.message),
                    "physicalLocation": .object([
                        "artifactLocation": .object(["uri": .string(uri(prefix + related.path))])
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

    /// Does not depend on lines, so that it stays the same when they move.
    private static func fingerprint(of finding: Finding) -> String {
        let parts = [finding.theme ?? "", finding.path, finding.key ?? "", finding.rule.rawValue]
        let hash = String(XXHash64.hash(parts.joined(separator: "\u{0}")), radix: 16)
        return String(repeating: "0", count: 16 - hash.utf8.count) + hash
    }

    private static func text(_ text: String) -> SettingValue { .object(["text": .string(text)]) }

    /// Percent-encodes the bytes that RFC 3986 does not allow in a path.
    private static func uri(_ path: String) -> String {
        let digits = Array("0123456789ABCDEF".unicodeScalars)
        var uri = ""
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "@"):
                uri.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                uri += "%"
                uri.unicodeScalars.append(digits[Int(byte >> 4)])
                uri.unicodeScalars.append(digits[Int(byte & 15)])
            }
        }
        return uri
    }
}
