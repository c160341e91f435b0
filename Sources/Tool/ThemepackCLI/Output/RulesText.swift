import ThemeProject

/// The explanations of rules, for `themepack rules` and for the page `docs/rules.md`.
enum RulesText {
    static func list(_ rules: [Rule]) -> String {
        Table.aligned(
            rules.map { [$0.rawValue, $0.defaultSeverity.rawValue, $0.isFixable ? "--fix" : "", $0.summary] },
            numbers: [])
    }

    static func full(_ rule: Rule) -> String {
        let parts = rule.explanation.map { "\n\($0.title): \($0.text)\n" }.joined()
        return "\(rule.rawValue): \(rule.defaultSeverity.rawValue)\n\(rule.summary)\n\(parts)"
    }

    static func json(_ rules: [Rule]) -> String {
        Console.json(
            rules.map { rule in
                SettingValue.members([
                    "rule": rule.rawValue, "severity": rule.defaultSeverity.rawValue, "structural": rule.isStructural,
                    "exemptible": rule.canBeExempted, "fixable": rule.isFixable, "summary": rule.summary,
                    "why": rule.facts.why,
                    "example": rule.facts.example, "fix": rule.facts.remedy, "exempt": rule.exemption,
                    "page": page(of: rule),
                ])
            })
    }

    static func page(of rule: Rule) -> String { "\(Product.repository)/blob/main/docs/rules.md#\(rule.rawValue)" }

    /// The body of a rule's section. Messages are shown as code. The head of the page says how most rules are lowered.
    static func markdown(_ rule: Rule) -> String {
        let isUsual = rule.canBeExempted && !rule.isStructural
        let texts = rule.explanation.filter { !isUsual || $0.title != "Exempt" }.map { title, text in
            "**\(title).** \(title == "Example" ? "`\(text)`" : text)"
        }
        let paragraphs = ["\(rule.summary) Severity: \(rule.defaultSeverity.rawValue)."] + texts
        return paragraphs.map(wrapped).joined(separator: "\n\n") + "\n"
    }

    static func markdownPage(_ rules: [Rule]) -> String {
        let introduction = """
            # Rules

            `themepack rules RULE` shows the text about a rule. `themepack rules --format markdown` writes this page.
            `--select` and `--ignore` of `verify` and `build` take names of rules, and globs such as `image-*`.

            Where a section does not say otherwise, `themepack.json` exempts files, or sets the severity for the whole
            project:

            ```json
            {
              "exemptions": [{"rule": "image-alpha", "path": "themes/year/**", "reason": "..."}],
              "rules": {"image-dimensions": "warning", "image-alpha": "off"}
            }
            ```


            """
        return introduction
            + rules.map { "## \($0.rawValue)\n\n\(markdown($0))" }.joined(separator: "\n")
    }

    /// Breaks lines at spaces, so that none has more than 120 characters.
    private static func wrapped(_ text: String) -> String {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last, last.count + word.count < 120 {
                lines[lines.count - 1] = "\(last) \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines.joined(separator: "\n")
    }
}
