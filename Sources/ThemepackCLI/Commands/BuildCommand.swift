import ArgumentParser
import PackFormat
import ThemeSystem
import ThemeModel
import ThemePackager
import ThemeProject
import ThemePublishing
import ThemeRuntime

struct BuildCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "build",
        abstract: "Verify themes and write a pack for each.",
        discussion: """
            Writes <id>-<version>.themepack.zip and SHA256SUMS. The same input gives the same bytes on every machine. \
            If there is an error, nothing is written. SOURCE_DATE_EPOCH sets the entries' time stamp; the default is \
            1980-01-01. --select and --ignore do not apply to rules without which a pack is not sound.
            """)

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

    @OptionGroup var againstOptions: AgainstOptions

    @OptionGroup var cacheOptions: CacheOptions

    @OptionGroup var ruleOptions: RuleOptions

    @OptionGroup var watchOptions: WatchOptions

    @OptionGroup var reportOptions: ReportOptions

    @OptionGroup var folderOptions: FolderOptions

    @OptionGroup var jobOptions: JobOptions

    func validate() throws {
        guard output?.isEmpty != true else { throw ValidationError("-o takes a folder; its path is empty") }
        guard oci?.isEmpty != true else { throw ValidationError("--oci takes a folder; its path is empty") }
        guard !(check && oci != nil) else { throw ValidationError("--check and --oci cannot be combined") }
        guard !(check && watchOptions.watch) else { throw ValidationError("--check and --watch cannot be combined") }
    }

    func run() throws {
        try folderOptions.enter()
        try reportOptions.reportingFailure {
            let unfinished = UnfinishedFiles()
            try jobOptions.checkSystem()
            try InterruptionHandler.install(removing: unfinished, isExpected: watchOptions.watch)
            let findings = WatchedFindings()
            try watchOptions.run(
                { try prepare() }, { try perform($0, unfinished, findings) }, failed: reportOptions.deliver)
        }
    }

    private func prepare() throws -> CommandRun {
        let rules = try ruleOptions.selection(keepsStructural: true)
        var arguments = try ThemeArguments(themes)
        arguments.select(rules)
        if let pack = arguments.packs.first {
            throw ValidationError("'\(Console.printable(pack))' is a file; themes are built")
        }
        if prune, arguments.themes?.isEverything != true {
            throw ValidationError("--prune needs a build of all themes: name none")
        }
        return CommandRun(
            arguments: arguments,
            build: arguments.build(jobs: jobOptions.jobs, cache: cacheOptions.cache))
    }

    private func perform(_ run: CommandRun, _ unfinished: UnfinishedFiles, _ findings: WatchedFindings) throws {
        let start = ContinuousClock.now
        guard var build = run.build else { return }
        let packs = output ?? "\(build.project.root)/dist"
        let distribution = Distribution(in: try OutputPlace(folder: packs, for: "packs"), unfinished: unfinished)
        let layout = try oci.map { try OutputPlace(folder: $0, for: "an image layout") }
        let reports = try reportOptions.outputs(afterCreating: packs)
        reportOptions.printVerbose(
            "project \(build.project.root): \(build.scope.description), \(jobOptions.jobs) threads")
        reportOptions.printUnread(run.arguments.unreadFiles)
        let progress = ProgressLine("verified", isShown: !reportOptions.quiet)
        defer { progress.clear() }
        build.events = reportOptions.events(progress)
        build.published = try againstOptions.published(limits: build.project.limits)
        var report = Report(projectRoot: build.project.root)
        report.isOfBuild = true
        report.isCheck = check
        report.failOn = reportOptions.failOn.severity
        report.showsStatistics = ruleOptions.statistics
        let date = try Self.archiveDate()
        if check {
            let result = try build.check(distribution, date: date, refusing: report.failOn, prunes: prune)
            report.add(result.verification, of: build.project.root)
            report.packFindings = result.findings
            report.outOfDateFiles = result.outOfDateFiles
            report.strays = result.strays
        } else {
            let result = try build.build(
                into: distribution, date: date, refusing: report.failOn,
                packCheck: MountCheck.packCheck(for: build.project))
            report.add(result.verification, of: build.project.root)
            report.packs = result.packs
            report.isUpToDate = result.isUpToDate
            if prune, !result.packs.isEmpty { report.strays = try build.prune(distribution, keeping: result.packs) }
            if let layout { try writeImageLayout(of: result.packs, to: layout, build.project, unfinished) }
        }
        report.elapsed = ContinuousClock.now - start
        findings.showFixed(in: report)
        try reportOptions.deliver(report, to: reports)
        if reportOptions.format.isForPeople { Console.print(report.packLines) }
        if report.fails || !report.outOfDateFiles.isEmpty { throw ExitCode(1) }
    }

    private func writeImageLayout(
        of packs: [Distribution.Pack], to place: OutputPlace, _ project: Project, _ unfinished: UnfinishedFiles
    ) throws {
        do {
            let published = try packs.map { try PublishedPack(reading: $0.path, limits: project.limits) }
            for (name, digest) in try ImageLayout(in: place, unfinished: unfinished).write(published) {
                reportOptions.printVerbose("\(place.path):\(name) has the digest sha256:\(digest)")
            }
        } catch var error as UserError {
            let state = "the packs are written, but the image layout is not complete: build again"
            error.hint = [error.hint, state].compactMap(\.self).joined(separator: "; ")
            throw error
        }
    }

    private static func archiveDate() throws -> ArchiveDate {
        try SourceDate.moment().map { ArchiveDate(secondsSince1970: $0.secondsSince1970) } ?? .earliest
    }
}

/// Mounts a written pack as an app does, looks up every name and reads the settings. Does not compute the images'
/// digests again: they come from the bytes that the archive received.
enum MountCheck {
    /// The check has the project's limits, which an app must also set to read such packs.
    static func packCheck(for project: Project) -> Distribution.PackCheck {
        var limits = ReadingLimits()
        limits.settingsBytes = project.limits.configBytes
        limits.settingsDepth = project.limits.configDepth
        limits.keyPathBytes = project.limits.configPathBytes
        return { [limits] path, planned in problem(path, planned, limits) }
    }

    private static func problem(_ path: String, _ planned: PackContents, _ limits: ReadingLimits) -> String? {
        do throws(ThemeError) {
            let pack = try ThemePack(mounting: path, limits: limits)
            guard try pack.matches(planned) else { return "the runtime reads an index that differs from the plan" }
            _ = try pack.ownSettings()
            return nil
        } catch {
            return [error.place, error.reason].compactMap { $0 }.joined(separator: ": ")
        }
    }
}
