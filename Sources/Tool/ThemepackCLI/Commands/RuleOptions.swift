import ArgumentParser
import ThemeProject

struct RuleOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Report only these rules: names or globs, with commas between them.", valueName: "rules"),
        completion: .list(Rule.allCases.map(\.rawValue)))
    var select: [String] = []

    @Option(
        help: ArgumentHelp("Do not report these rules: names or globs, with commas between them.", valueName: "rules"),
        completion: .list(Rule.allCases.map(\.rawValue)))
    var ignore: [String] = []

    @Flag(help: "Print how many findings each rule has, instead of the findings.")
    var statistics = false

    /// - Parameter keepsStructural: whether the rules that a sound pack needs stay selected.
    func selection(keepsStructural: Bool) throws -> RuleSelection {
        func patterns(_ options: [String]) -> [String] { options.flatMap { $0.split(separator: ",").map(String.init) } }
        // An unknown rule is wrong usage.
        return try rethrow(as: \UserError.asWrongUsage) { () throws(UserError) in
            try RuleSelection(
                select: patterns(select), ignore: patterns(ignore), keepsStructural: keepsStructural)
        }
    }
}
