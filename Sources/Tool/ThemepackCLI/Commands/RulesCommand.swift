import ArgumentParser
import ThemeProject

struct RulesCommand: ToolCommand {
    @Argument(
        help: "Names of rules, or globs such as 'image-*'.", completion: .list(Rule.allCases.map(\.rawValue)))
    var rules: [String] = []

    enum Format: String, CaseIterable, ExpressibleByArgument { case text, json, markdown }

    @Option(help: "Format of the text.")
    var format = Format.text

    @OptionGroup var folderOptions: FolderOptions

    func perform() throws {
        let chosen = try rethrow(as: \UserError.asWrongUsage) { () throws(UserError) in
            try rules.isEmpty ? Rule.allCases : Rule.matching(rules)
        }
        switch format {
        case .text where rules.isEmpty: Console.print(RulesText.list(chosen))
        case .text: Console.print(chosen.map(RulesText.full).joined(separator: "\n"))
        case .json: Console.print(RulesText.json(chosen))
        case .markdown: Console.print(RulesText.markdownPage(chosen))
        }
    }
}
