import ArgumentParser
import ThemePackager
import ThemePublishing
import ThemeTrust

struct BuildCommand: VerifyingCommand {
    @Argument(
        help: "Ids, folders or files of themes; without any, all themes of the nearest project.",
        completion: .custom(NameCompletion.themesAndFiles))
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
        let unfinished = UnfinishedFiles()
        try runOrWatch(removing: unfinished, arguments) { try buildPacks($0, unfinished, $1) }
    }

    private func arguments() throws -> ThemeArguments {
        let rules = try ruleOptions.selection(keepsStructural: true)
        var arguments = try ThemeArguments(themes)
        arguments.select(rules)
        if let pack = arguments.packs.first {
            throw ValidationError("'\(Console.printable(pack))' is a file; themes are built")
        }
        if prune, arguments.themes?.isEverything != true {
            throw ValidationError("--prune needs a build of all themes: name none")
        }
        return arguments
    }

    private func buildPacks(_ run: CommandRun, _ unfinished: UnfinishedFiles, _ findings: WatchedFindings) throws {
        guard let project = run.build?.project else { return }
        let packs = output ?? project.join("dist")
        let distribution = Distribution(in: try OutputPlace(folder: packs, for: "packs"), unfinished: unfinished)
        let layout = try oci.map { try OutputPlace(folder: $0, for: "an image layout") }
        let date = try SourceDate.moment().map { ArchiveDate(secondsSince1970: $0.secondsSince1970) } ?? .earliest
        try deliverReport(on: run, findings, afterCreating: packs) { report, build, _ in
            guard let build else { return }
            var folder = Report.PackFolder(isCheck: check)
            defer { report.packFolder = folder }
            if check {
                let result = try build.check(distribution, date: date, refusing: report.failOn, prunes: prune)
                report.add(result.verification, of: project.root)
                folder.findings = result.findings
                folder.outOfDateFiles = result.outOfDateFiles
                folder.strays = result.strays
            } else {
                let result = try build.build(
                    into: distribution, date: date, refusing: report.failOn,
                    packCheck: MountCheck.packCheck(for: project))
                report.add(result.verification, of: project.root)
                folder.packs = result.packs
                report.isUpToDate = result.isUpToDate
                if prune, !result.packs.isEmpty {
                    folder.strays = try build.prune(distribution, keeping: result.packs)
                }
                if let layout { try writeImageLayout(of: result.packs, to: layout, project, unfinished) }
            }
        }
    }

    private func writeImageLayout(
        of packs: [Distribution.Pack], to place: OutputPlace, _ project: Project, _ unfinished: UnfinishedFiles
    ) throws {
        do {
            let published = try packs.map { try PublishedPack(reading: $0.path, limits: project.configuration.limits) }
            for (name, digest) in try ImageLayout(in: place, unfinished: unfinished).write(published) {
                reportOptions.printVerbose("\(place.path):\(name) has the digest sha256:\(digest)")
            }
        } catch var error as UserError {
            let state = "the packs are written, but the image layout is not complete: build again"
            error.hint = [error.hint, state].compactMap(\.self).joined(separator: "; ")
            throw error
        }
    }
}
