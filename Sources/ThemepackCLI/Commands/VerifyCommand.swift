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
    var targets: [String] = []

    @OptionGroup var cacheOptions: CacheOptions

    @OptionGroup var watchOptions: WatchOptions

    @OptionGroup var options: ReportOptions

    @OptionGroup var folder: FolderOptions

    @OptionGroup var work: JobOptions

    func run() throws {
        try folder.enter()
        try options.probeReports()
        if watchOptions.watch { Interruption.removes(UnfinishedFiles(), isExpected: true) }
        let memory = watchOptions.makeMemory()
        try watchOptions.run({ try start(memory) }, run)
    }

    private func start(_ memory: VerifierMemory?) throws -> WatchOptions.Round {
        let targets = try Targets(targets)
        if watchOptions.watch, !targets.packs.isEmpty {
            throw ValidationError("--watch is for themes; a finished pack does not change")
        }
        return WatchOptions.Round(
            targets: targets, build: targets.build(jobs: work.jobs, cache: cacheOptions.cache, memory: memory))
    }

    private func run(_ round: WatchOptions.Round) throws {
        let start = ContinuousClock.now
        let progress = ProgressLine("verified", isShown: !options.quiet)
        defer { progress.clear() }
        var report = Report(projectRoot: round.build?.project.root)
        if var build = round.build {
            options.tell("project \(build.project.root): \(build.scope.description), \(work.jobs) threads")
            build.events = options.events(progress)
            let verification = try build.verify()
            report.add(verification)
            report.isUpToDate =
                verification.isRemembered && round.targets.packs.isEmpty && !options.fails(report)
        }
        for pack in round.targets.packs {
            options.tell("pack \(pack)")
            let verifier = PackVerifier(jobs: work.jobs)
            report.add(try verifier.verify(pack))
        }
        progress.clear()
        report.elapsed = ContinuousClock.now - start
        try options.deliver(report)
        if options.fails(report) { throw ExitCode(1) }
        round.build?.prepare(forPackaging: false)
    }
}
