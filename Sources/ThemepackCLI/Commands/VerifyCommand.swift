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

    @OptionGroup var cacheOptions: CacheOptions

    @OptionGroup var watchOptions: WatchOptions

    @OptionGroup var options: ReportOptions

    @OptionGroup var folder: FolderOptions

    @OptionGroup var work: JobOptions

    func run() throws {
        try folder.enter()
        try options.checkReportsAreWritable()
        try work.checkSystem()
        if watchOptions.watch { try InterruptionHandler.install(removing: UnfinishedFiles(), isExpected: true) }
        let memory = watchOptions.makeMemory()
        try watchOptions.run({ try prepare(memory) }, run)
    }

    private func prepare(_ memory: VerifierMemory?) throws -> CommandRun {
        let arguments = try ThemeArguments(themesAndPacks)
        if watchOptions.watch, !arguments.packs.isEmpty {
            throw ValidationError("--watch is for themes; a finished pack does not change")
        }
        return CommandRun(
            arguments: arguments, build: arguments.build(jobs: work.jobs, cache: cacheOptions.cache, memory: memory))
    }

    private func run(_ run: CommandRun) throws {
        let start = ContinuousClock.now
        let progress = ProgressLine("verified", isShown: !options.quiet)
        defer { progress.clear() }
        var report = Report(projectRoot: run.build?.project.root)
        if var build = run.build {
            try options.checkReports(of: build.project)
            options.printVerbose("project \(build.project.root): \(build.scope.description), \(work.jobs) threads")
            build.events = options.events(progress)
            let verification = try build.verify()
            report.add(verification)
            report.isUpToDate =
                verification.isRemembered && run.arguments.packs.isEmpty && !options.fails(report)
        }
        for pack in run.arguments.packs {
            options.printVerbose("pack \(pack)")
            let verifier = PackVerifier(limits: run.arguments.packLimits, jobs: work.jobs)
            report.add(try verifier.verify(pack))
        }
        progress.clear()
        report.elapsed = ContinuousClock.now - start
        try options.deliver(report)
        if options.fails(report) { throw ExitCode(1) }
        run.build?.fillMemory(forPackaging: false)
    }
}
