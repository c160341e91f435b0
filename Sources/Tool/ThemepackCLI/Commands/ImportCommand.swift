import ArgumentParser
import ThemeExchange
import ThemePackager

struct ImportCommand: ToolCommand {
    enum Format: String, CaseIterable, ExpressibleByArgument { case xcassets, android, tokens, swifttheme, metheme }

    @Argument(help: "Format of the sources.")
    var format: Format

    @Argument(help: ArgumentHelp("Files or folders.", valueName: "source"), completion: .file())
    var sources: [String]

    @Option(
        help: ArgumentHelp(
            "The project to extend or to create. (default: the project of this folder, else this folder)",
            valueName: "dir"), completion: .directory)
    var into: String?

    @Flag(help: "Write nothing.")
    var dryRun = false

    @Flag(help: "Replace files and settings that differ.")
    var force = false

    @Option(
        help: ArgumentHelp(
            """
            The theme for an appearance, a context or a file: dark=night. Without an id it is left out. May be repeated.
            """, valueName: "name=id"), completion: .appearances)
    var themes: [String] = []

    @Option(help: ArgumentHelp("The scales at which vector images are rendered.", valueName: "n,n"))
    var scales = "1,2,3"

    @Option(name: .customLong("format"), help: "Format of the table.")
    var tableFormat = AnswerFormat.text

    @OptionGroup var cacheOptions: CacheOptions
    @OptionGroup var jobOptions: JobOptions
    @OptionGroup var folderOptions: FolderOptions

    func validate() throws {
        guard !sources.isEmpty else { throw ValidationError("name at least one source") }
        guard !parsedScales.isEmpty else { throw ValidationError("--scales takes numbers from 1 to 9: 1,2,3") }
        guard into?.isEmpty != true else { throw ValidationError("--into takes a folder; its path is empty") }
    }

    func perform() throws {
        let here = ProcessEnvironment.currentFolder
        let folder = try OutputFolder(sourcesOf: into ?? Project.root(above: here) ?? here, dryRun: dryRun)
        let target = try TargetProject(in: folder)
        let running = RunningConversions()
        let sourceNames = [format.rawValue] + sources
        let cache = cacheOptions.noCache ? ImportCache() : ImportCache(in: target.root, of: sourceNames)
        InterruptionHandler.beforeEnd(running.end)
        var converter = ImageConverter(
            tools: ProgramFolders(ProcessEnvironment.variable("PATH")),
            limits: target.limits, temporaryFolder: ProcessEnvironment.variable("TMPDIR") ?? "/tmp",
            running: running, cache: cache)
        converter.converted = ProgressLine.counting("converted", "images")
        let change = try ProjectChange(
            of: try read(limits: target.limits), in: target, isForced: force, converter: converter,
            jobs: jobOptions.jobs)
        guard !change.contents.items.isEmpty else {
            throw UserError(
                path: sources.joined(separator: ", "), "contains nothing that an import takes",
                hint: "name the files or folders that have the images and settings")
        }
        if !dryRun {
            try change.write(to: folder, written: ProgressLine.counting("written", "files"))
            do throws(UserError) {
                if !change.files.isEmpty || Project.isProject(target.root) { try cache.store() }
            } catch {
                Console.note("note: the next import converts all images again: \(error.message)")
            }
        }
        try ExchangeListing(
            items: change.contents.items, files: change.files.map { "\(target.root)/\($0.path)" }, isWritten: !dryRun
        ).deliver(as: tableFormat)
    }

    private func read(limits: ProjectLimits) throws -> ThemeContents {
        let options = ImportOptions(themes: try AppearanceThemes(themes), scales: parsedScales, limits: limits)
        return switch format {
        case .xcassets: try CatalogImport.read(sources, options)
        case .android: try AndroidImport.read(sources, options)
        case .tokens: try TokenImport.read(sources, options)
        case .swifttheme: try SwiftThemeImport.read(sources, options)
        case .metheme: try METhemeImport.read(sources, options)
        }
    }

    private var parsedScales: [Scale] {
        let parts = scales.split(separator: ",", omittingEmptySubsequences: false)
        let parsed = parts.compactMap { Int($0).flatMap { Scale($0) } }
        return parsed.count == parts.count ? Set(parsed).sorted() : []
    }
}
