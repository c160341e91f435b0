import ArgumentParser
import ThemeProject

struct SchemaCommand: ToolCommand {
    enum Kind: String, CaseIterable, ExpressibleByArgument {
        case project, theme, settings, report, baseline, preview
    }

    @Argument(help: "The file: themepack.json, theme.json, settings, a JSON report, a baseline, or preview.json.")
    var kind: Kind

    @OptionGroup var folderOptions: FolderOptions

    func perform() throws {
        let schema: JSONSchema =
            switch kind {
            case .project: .project
            case .theme: .theme
            case .settings: .settings(of: try Self.survey())
            case .report: .report
            case .baseline: .baseline
            case .preview: .preview
            }
        Console.print(Console.json(schema.value))
    }

    private static func survey() throws -> ProjectSurvey {
        let project = try ThemeArguments.nearestProject()
        let survey = try ProjectSurvey(of: project, .folders([ThemeID.default.string]), jobs: 1)
        try project.budget.check()
        guard let theme = survey.themes.defaultTheme, survey.themes[theme].settings != nil else {
            throw UserError(
                path: "\(project.configuration.themesFolder)/\(ThemeID.default)", "has no settings that could be read",
                hint: "'themepack verify default' reports why; a schema of settings is made from the default theme's")
        }
        return survey
    }
}
