import ArgumentParser
import ThemeModel
import ThemeRuntime

struct ExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Show which file answers for an image, and why.",
        discussion: "Prints every step of the look-up: theme, pack, the scales there, and which was chosen or why not.")

    @OptionGroup var lookUp: LookUpOptions

    @Option(help: "How the answer is written.")
    var format = AnswerFormat.text

    @OptionGroup var folder: FolderOptions

    func run() throws {
        try folder.enter()
        let explanation = try lookUp.mount().explain(lookUp.name, scale: lookUp.requestedScale)
        switch format {
        case .json: Console.print(Console.json(explanation.settingValue))
        case .text: Console.print(Console.printable(lines: explanation.description) + "\n")
        }
        if explanation.chosen == nil { throw ExitCode(1) }
    }
}
