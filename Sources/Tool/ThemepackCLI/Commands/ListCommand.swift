import ArgumentParser
import ThemePackager

struct ListCommand: ToolCommand {
    @Argument(help: "A project's folder. (default: the nearest project)", completion: .directory)
    var project: String?

    @Option(help: "Format of the list.")
    var format = AnswerFormat.text

    @OptionGroup var folderOptions: FolderOptions

    func perform() throws {
        let found =
            try project.map { argument in
                let file =
                    DiskFileSystem().kind(of: argument) == .file ? try ProjectFileArgument(argument, in: nil) : nil
                return try file?.project ?? FolderArgument(argument).project
            } ?? ThemeArguments.nearestProject()
        let survey = try ProjectSurvey(of: found, .everything, jobs: ProcessEnvironment.processorCount)
        try found.budget.check()
        let list = ThemeList(survey)
        Console.print(format == .json ? list.json : list.table)
    }
}
