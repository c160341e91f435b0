import ThemeModel

/// The rules that one run reports: those that match a pattern, without those that match another.
package struct RuleSelection: Hashable, Sendable {
    /// All rules.
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
        let globs = patterns.map { Glob($0) }
        let budget = WorkBudget()
        for glob in globs where !names.contains(where: { glob.matches($0, budget) }) {
            let near = budget.suggestions.suggestion(for: glob.pattern, among: names)
            throw UserError(
                "there is no rule '\(glob.pattern)'",
                hint: near.map { "did you mean '\($0)'?" }
                    ?? "'themepack rules' lists all rules; 'image-*' stands for all whose names begin so")
        }
        return allCases.filter { rule in globs.contains { $0.matches(rule.rawValue, budget) } }
    }
}
