import ArgumentParser
import ThemeProject
import ThemeRuntime

struct ExplainCommand: ToolCommand {
    @OptionGroup var lookUp: LookUpOptions

    @Option(help: "Format of the explanation.")
    var format = AnswerFormat.text

    @OptionGroup var folderOptions: FolderOptions

    func perform() throws {
        let theme = try lookUp.mount()
        let explanation = theme.explain(lookUp.name, scale: lookUp.requestedScale)
        let setting = LookUpOptions.setting(lookUp.name, in: theme, besides: explanation)
        switch format {
        case .json: Console.print(Console.json(setting?.json ?? explanation.settingValue))
        case .text: Console.print(Console.printable(lines: setting?.description ?? explanation.description) + "\n")
        }
        let isAnswered = setting.map { $0.value != nil && $0.error == nil } ?? (explanation.chosen != nil)
        if setting == nil, isAnswered { lookUp.hintAtSetting(in: theme) }
        guard !isAnswered else { return }
        try lookUp.hintAtResource(in: theme)
        throw ExitCode(1)
    }
}
