import ArgumentParser
import ThemeModel
import ThemeRuntime

struct ExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Show which file or value a theme uses for a name, and why.",
        discussion: "Prints every step of the look-up: theme, pack, what it has, and which was chosen or why not.")

    @OptionGroup var lookUp: LookUpOptions

    @Option(help: "Format of the explanation.")
    var format = AnswerFormat.text

    @OptionGroup var folderOptions: FolderOptions

    func run() throws {
        try folderOptions.enter()
        let theme = try lookUp.mount()
        let explanation = theme.explain(lookUp.name, scale: lookUp.requestedScale)
        if let setting = LookUpOptions.setting(lookUp.name, in: theme, besides: explanation) {
            switch format {
            case .json: Console.print(Console.json(setting.jsonValue))
            case .text: Console.print(Console.printable(lines: setting.description) + "\n")
            }
            if setting.value == nil || setting.error != nil { throw ExitCode(1) }
            return
        }
        switch format {
        case .json: Console.print(Console.json(explanation.settingValue))
        case .text: Console.print(Console.printable(lines: explanation.description) + "\n")
        }
        if explanation.chosen == nil { throw ExitCode(1) }
    }
}
