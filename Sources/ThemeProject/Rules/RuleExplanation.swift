/// The text about a rule for people, from `rules.json`: in `themepack rules`, in SARIF and in `docs/rules.md`.
package struct RuleExplanation: Hashable, Sendable {
    package let rule: Rule
    /// The reason to follow the rule.
    package let why: String
    /// A finding, as the tool prints it.
    package let example: String
    package let remedy: String

    /// Sentences about lowering the rule and exempting files from it.
    package var exemption: String {
        let name = rule.rawValue
        let example =
            "\"exemptions\": [{\"rule\": \"\(name)\", \"path\": \"\(exemptPattern)\", \"reason\": \"...\"}]"
        switch (rule.isStructural, rule.canBeExempted) {
        case (true, false): return "The rule is always an error, and nothing can be exempted from it."
        case (true, true):
            return "The rule is always an error. Exempt files are left out of the pack: \(example) in themepack.json."
        case (false, false):
            return "Turn the rule off in themepack.json: \"rules\": {\"\(name)\": \"off\"}."
        case (false, true):
            return "Exempt files in themepack.json: \(example). Or set the severity for the whole project: "
                + "\"rules\": {\"\(name)\": \"\(rule.defaultSeverity == .error ? "warning" : "off")\"}."
        }
    }

    /// A pattern for paths that findings of the rule have. Packs are exempted by their path in the project.
    private var exemptPattern: String {
        switch rule {
        case .nameNearMiss: "assets/**"
        case .packStray: "dist/year-1.*"
        case .contractConflict, .themeRemoved: "released/**"
        default: "themes/year/**"
        }
    }

    /// The parts with their titles, in the order in which people read them.
    package var parts: [(title: String, text: String)] {
        [("Why", why), ("Example", example), ("Fix", remedy), ("Exempt", exemption)]
    }
}

extension Rule {
    /// The requirement in one or two sentences.
    package var summary: String { text("summary") }

    package var explanation: RuleExplanation {
        RuleExplanation(rule: self, why: text("why"), example: text("example"), remedy: text("fix"))
    }

    private func text(_ name: String) -> String { Self.texts[rawValue]?.object?[name]?.string ?? "" }

    /// The contents of `rules.json`. A test checks that every rule has all four texts.
    private static let texts = SettingValue(embedded: PackageResources.rules_json).object ?? [:]
    static var explained: [String] { Array(texts.keys) }
}

extension SettingValue {
    /// The value of a JSON file that the compiler embeds; `null` if it is not JSON. Tests read each of them.
    init(embedded file: [UInt8]) {
        let limits = SettingsLimits(bytes: .max, depth: .max, pathBytes: .max)
        self = file.withUnsafeBytes { (try? JSONReader.value(of: $0, limits)) ?? .null }
    }
}
