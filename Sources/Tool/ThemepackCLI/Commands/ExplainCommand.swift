import ArgumentParser
import ThemeProject
import ThemeRuntime

struct ExplainCommand: ToolCommand {
    @OptionGroup var lookUp: LookUpOptions

    @Option(help: "Format of the explanation.")
    var format = AnswerFormat.text

    @OptionGroup var folderOptions: FolderOptions

    func perform() throws {
        let lookUp = try lookUp.lookUp()
        let explanation = lookUp.theme.explain(lookUp.name, scale: lookUp.scale)
        let setting = lookUp.setting(besides: explanation)
        switch format {
        case .json: Console.print(Console.json(setting?.json ?? explanation.settingValue))
        case .text: Console.print(Console.printable(lines: setting?.description ?? explanation.description) + "\n")
        }
        let isAnswered = setting.map { $0.value != nil && $0.error == nil } ?? (explanation.chosen != nil)
        if setting == nil, isAnswered { lookUp.hintAtSetting() }
        guard !isAnswered else { return }
        try lookUp.hintAtResource()
        throw ExitCode(1)
    }
}
