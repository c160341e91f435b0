import ArgumentParser
import ThemePackager

struct ListCommand: ToolCommand {
    @Argument(
        help: "A project's folder, or ids, folders or files of themes; without any, all themes of the nearest project.",
        completion: .themesAndFiles)
    var themes: [String] = []

    @Option(help: "Format of the list.")
    var format = AnswerFormat.text

    @OptionGroup var folderOptions: FolderOptions

    func perform() throws {
        let arguments = try ThemeArguments(themes)
        if let pack = arguments.packs.first {
            throw UserError("'\(pack)' is a pack", hint: "'themepack inspect' lists what it contains").asWrongUsage
        }
        guard let project = arguments.project else { return }
        let survey = try ProjectSurvey(of: project, .everything, jobs: ProcessEnvironment.processorCount)
        try project.budget.check()
        let list = ThemeList(survey, of: arguments.themes ?? .everything)
        Console.print(format == .json ? list.json : list.table)
    }
}
