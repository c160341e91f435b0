import ArgumentParser
import ThemePackager
import ThemePublishing
import ThemeTrust

struct BuildCommand: VerifyingCommand {
    @Argument(
        help: "Ids, folders or files of themes; without any, all themes of the nearest project.",
        completion: .themesAndFiles)
    var themes: [String] = []

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Where packs are written. (default: dist/ in the project)", valueName: "dir"),
        completion: .directory)
    var output: String?

    @Option(
        help: ArgumentHelp("Write the packs to this folder as an OCI image layout as well.", valueName: "dir"),
        completion: .directory)
    var oci: String?

    @Flag(help: "Write nothing; build in memory and exit with 1 if the files on disk differ.")
    var check = false

    @Flag(help: "Delete packs that the project does not have, their signatures, and their lines of SHA256SUMS.")
    var prune = false

    @OptionGroup var runOptions: RunOptions
    @OptionGroup var cacheOptions: CacheOptions
    @OptionGroup var ruleOptions: RuleOptions
    @OptionGroup var reportOptions: ReportOptions
    @OptionGroup var folderOptions: FolderOptions
    @OptionGroup var jobOptions: JobOptions

    func validate() throws {
        guard output?.isEmpty != true else { throw ValidationError("-o takes a folder; its path is empty") }
        guard oci?.isEmpty != true else { throw ValidationError("--oci takes a folder; its path is empty") }
        guard !(check && oci != nil) else { throw ValidationError("--check and --oci cannot be combined") }
        guard !(check && runOptions.watch) else { throw ValidationError("--check and --watch cannot be combined") }
    }

    func perform() throws {
        try runOrWatch(arguments, buildPacks)
    }

    private func arguments() throws -> ThemeArguments {
        let rules = try ruleOptions.selection(keepsStructural: true)
        var arguments = try ThemeArguments(themes)
        arguments.select(rules)
        if let pack = arguments.packs.first {
            throw ValidationError("'\(Console.printable(pack))' is a file; themes are built")
        }
        if prune, arguments.themes != .everything {
            throw ValidationError("--prune needs a build of all themes: name none")
        }
        return arguments
    }

    private func buildPacks(_ arguments: ThemeArguments, _ earlier: EarlierFindings) throws {
        guard let project = arguments.project else { return }
        let folder = output ?? project.join("dist")
        let distribution = Distribution(in: try OutputPlace(folder: folder, for: "packs"))
        let layout = try oci.map { OCILayout(in: try OutputPlace(folder: $0, for: "an image layout")) }
        let date = try SourceDate.archiveDate()
        let places = try ReportTarget.places(of: reportOptions.reports, afterCreating: folder)
        var report = report(on: arguments)
        if let run = try run(on: arguments) {
            let result =
                check
                ? try run.check(distribution, date: date, refusing: report.failOn, prunes: prune)
                : try run.build(
                    into: distribution, date: date, refusing: report.failOn, prunes: prune,
                    packCheck: MountCheck.packCheck(for: project))
            if let layout { try write(result.packs, to: layout, project) }
            report.add(result.verification, of: project.root)
            report.isUpToDate = result.isUpToDate
            report.build = result
        }
        try deliver(report, to: places, earlier)
    }

    private func write(_ packs: [Distribution.Pack], to layout: OCILayout, _ project: Project) throws {
        for (name, digest) in try layout.write(packs.map(\.path), project.configuration.limits) {
            reportOptions.printVerbose("\(layout.place.path):\(name) has the digest sha256:\(digest)")
        }
    }
}
