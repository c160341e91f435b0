import ThemeModel
import ThemeProject

/// Counts the findings of each rule, the most frequent first.
struct RuleStatistics {
    let rows: [(rule: Rule, errors: Int, warnings: Int)]

    init(_ findings: [Finding]) {
        let byRule = Dictionary(grouping: findings.filter { $0.severity != .note }, by: \.rule)
        let counted = Rule.allCases.compactMap { rule -> (rule: Rule, errors: Int, warnings: Int)? in
            guard let found = byRule[rule] else { return nil }
            let errors = found.count { $0.severity == .error }
            return (rule, errors, found.count - errors)
        }
        // Swift's sort is stable, so rules of one count stay in the order of their declaration.
        rows = counted.sorted { $0.errors + $0.warnings > $1.errors + $1.warnings }
    }

    var text: String {
        Table.aligned(
            rows.map { row in
                let counts = [
                    row.errors > 0 ? row.errors.counting("error") : nil,
                    row.warnings > 0 ? row.warnings.counting("warning") : nil,
                ]
                return [
                    String(row.errors + row.warnings), row.rule.rawValue,
                    counts.compactMap { $0 }.joined(separator: ", "),
                ]
            }, numbers: [0])
    }

    var value: SettingValue {
        .list(
            rows.map { row in
                .object([
                    "rule": .string(row.rule.rawValue), "errors": .number(Double(row.errors)),
                    "warnings": .number(Double(row.warnings)),
                ])
            })
    }
}
