import ArgumentParser
import ThemeModel
import ThemeRuntime

struct ExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Show which file a theme uses for an image name, and why.",
        discussion: "Prints every step of the look-up: theme, pack, the scales there, and which was chosen or why not.")

    @OptionGroup var lookUp: LookUpOptions

    @Option(help: "Format of the explanation.")
    var format = AnswerFormat.text

    @OptionGroup var folderOptions: FolderOptions

    func run() throws {
        try folderOptions.enter()
        let explanation = try lookUp.mount().explain(lookUp.name, scale: lookUp.requestedScale)
        switch format {
        case .json: Console.print(Console.json(explanation.settingValue))
        case .text: Console.print(Console.printable(lines: explanation.description) + "\n")
        }
        if explanation.chosen == nil { throw ExitCode(1) }
    }
}
