import ArgumentParser
import ThemePackager
import ThemeProject

struct VerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Check themes against their defaults, or check finished packs.",
        discussion: """
            Decodes every image of a theme and compares it with its default. Compares settings with the default \
            theme's. Without arguments, verifies all themes of the nearest project.
            """)

    @Argument(help: "Ids or folders of themes, or packs.", completion: .file())
    var themesAndPacks: [String] = []

    @OptionGroup var fixOptions: FixOptions

    @OptionGroup var cacheOptions: CacheOptions

    @OptionGroup var watchOptions: WatchOptions

    @OptionGroup var reportOptions: ReportOptions

    @OptionGroup var folderOptions: FolderOptions

    @OptionGroup var jobOptions: JobOptions

    func run() throws {
        try folderOptions.enter()
        try jobOptions.checkSystem()
        if watchOptions.watch { try InterruptionHandler.install(removing: UnfinishedFiles(), isExpected: true) }
        let memory = watchOptions.makeMemory()
        try watchOptions.run({ try prepare(memory) }, perform)
    }

    private func prepare(_ memory: InspectionMemory?) throws -> CommandRun {
        let arguments = try ThemeArguments(themesAndPacks)
        if watchOptions.watch, !arguments.packs.isEmpty {
            throw ValidationError("--watch is for themes; a finished pack does not change")
        }
        if fixOptions.fix, watchOptions.watch || !arguments.packs.isEmpty {
            throw ValidationError("--fix changes themes once: no packs, and not with --watch")
        }
        return CommandRun(
            arguments: arguments,
            build: arguments.build(jobs: jobOptions.jobs, cache: cacheOptions.cache, memory: memory))
    }

    private func perform(_ run: CommandRun) throws {
        let start = ContinuousClock.now
        if let project = run.build?.project { try reportOptions.checkReports(of: project) }
        try reportOptions.checkReportsAreWritable()
        let progress = ProgressLine("verified", isShown: !reportOptions.quiet)
        defer { progress.clear() }
        var report = Report(projectRoot: run.build?.project.root)
        if var build = run.build {
            reportOptions.printVerbose(
                "project \(build.project.root): \(build.scope.description), \(jobOptions.jobs) threads")
            build.events = reportOptions.events(progress)
            var verification = try build.verify()
            if fixOptions.fix, fixOptions.apply(to: verification.findings, in: build.project) {
                verification = try build.verify()
            }
            report.add(verification)
            report.isUpToDate =
                verification.isFromCache && run.arguments.packs.isEmpty && !reportOptions.fails(report)
        }
        for pack in run.arguments.packs {
            reportOptions.printVerbose("pack \(pack)")
            let verifier = PackVerifier(limits: run.arguments.packLimits, jobs: jobOptions.jobs)
            report.add(try verifier.verify(pack))
        }
        progress.clear()
        report.elapsed = ContinuousClock.now - start
        try reportOptions.deliver(report)
        if reportOptions.fails(report) { throw ExitCode(1) }
        run.build?.fillMemory(forPackaging: false)
    }
}
