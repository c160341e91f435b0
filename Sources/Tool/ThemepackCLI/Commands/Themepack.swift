import ArgumentParser
import ThemePackager
import ThemeRuntime

struct Themepack: ParsableCommand {
    static let configuration = CommandConfiguration(
        help: "themepack",
        version: Product.version,
        groupedSubcommands: [
            CommandGroup(
                name: "Check and pack",
                subcommands: [
                    VerifyCommand.self, BuildCommand.self, RulesCommand.self, KeysCommand.self, CleanCommand.self,
                ]),
            CommandGroup(
                name: "Look",
                subcommands: [
                    ReportCommand.self, PreviewCommand.self, DiffCommand.self, ListCommand.self, ResolveCommand.self,
                    ExplainCommand.self, InspectCommand.self,
                ]),
            CommandGroup(
                name: "Move in and out",
                subcommands: [InitCommand.self, ImportCommand.self, ExportCommand.self, SchemaCommand.self]),
            CommandGroup(
                name: "Ship",
                subcommands: [
                    BumpCommand.self, SignCommand.self, FeedCommand.self, DeltaCommand.self, PatchCommand.self,
                ]),
        ])

    /// `EntryPoint` enters the folder of a `-C` before the command. This declares it, for help and completions.
    @OptionGroup var folderOptions: FolderOptions

    /// A run without a command has checked nothing, so it does not succeed.
    func run() throws {
        let root = Project.root(above: ProcessEnvironment.currentFolder)
        if let project = try root.map({ try Project(at: $0) }) {
            Console.printError(try Self.state(of: project))
        } else {
            Console.printError(Themepack.helpMessage() + "\n")
        }
        throw ExitCode.validationFailure
    }

    /// Returns three lines: what the project has, what its last run found, and what to type.
    private static func state(of project: Project) throws -> String {
        let themes = try project.themeFolders().sorted()
        var options = CacheOptions()
        options.noCache = false
        let last = options.cache(of: project)?.lastVerification().map { verification in
            let counts = FindingGroup.counts(of: verification.findings).joined(separator: " and ")
            return "the last run over all themes found \(counts)"
        }
        let count = themes.count == 1 ? "the theme" : "\(themes.count) themes:"
        let more = themes.count > 8 ? ", and \(themes.count - 8) more" : ""
        let lines = [
            "\(project.root): \(count) \(themes.prefix(8).joined(separator: ", "))\(more)",
            last ?? "no run over all themes is stored: 'themepack verify' checks them",
            "next: themepack verify, build, preview --open, or --help for all commands",
        ]
        return Console.printable(lines: lines.joined(separator: "\n")) + "\n"
    }
}
