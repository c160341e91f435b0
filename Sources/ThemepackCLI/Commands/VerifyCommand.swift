import ArgumentParser
import Foundation
import ThemePackager

struct VerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Check themes against their defaults, or finished packs against themselves.",
        discussion: """
            Every image of a theme is decoded whole and compared with its default; settings are compared with the default \
            theme's. Without arguments every theme of the nearest project is verified.
            """)

    @Argument(help: "Ids or folders of themes, or packs.", completion: .file())
    var targets: [String] = []

    @OptionGroup var cacheOptions: CacheOptions

    @OptionGroup var watchOptions: WatchOptions

    @OptionGroup var options: CommonOptions

    func run() throws {
        try options.enterFolder()
        try options.probeReports()
        if watchOptions.watch {
            Interruption.removes(UnfinishedFiles(), isExpected: true)
            guard try Targets(targets).packs.isEmpty else {
                throw ValidationError("--watch is for themes; a finished pack does not change")
            }
        }
        let memory = watchOptions.makeMemory()
        try watchOptions.run(
            in: { try Targets(targets).project },
            meanwhile: { WatchOptions.lookAhead(memory, at: targets, jobs: options.jobs) },
            { try verify(memory) })
    }

    private func verify(_ memory: VerifierMemory?) throws {
        let start = ContinuousClock.now
        let targets = try Targets(targets)
        let progress = ProgressLine("verified", isShown: !options.quiet)
        defer { progress.clear() }
        var report = Report(projectRoot: targets.project?.root)
        var prepare: () -> Void = {}
        if let project = targets.project, let themes = targets.themes {
            options.tell("project \(project.root): \(themes.description), \(options.jobs) threads")
            let cache = cacheOptions.cache(of: project)
            let verifier = Verifier(
                project, jobs: options.jobs, cache: cache, memory: memory, progress: progress.update)
            let verification = try verifier.verify(themes)
            // What is wrong the next run will tell.
            prepare = { try? verifier.prepare(themes, forPackaging: false) }
            report.add(verification)
            report.isUpToDate = verification.isRemembered && targets.packs.isEmpty && !options.fails(report)
            options.tell(verification, cache)
            do { try cache?.keep(verification, of: themes) } catch { options.tell(error.message) }
        }
        for pack in targets.packs {
            options.tell("pack \(pack)")
            let verifier = PackVerifier(jobs: options.jobs)
            report.add(try verifier.verify(pack))
        }
        progress.clear()
        report.elapsed = ContinuousClock.now - start
        try options.deliver(report)
        if options.fails(report) { throw ExitCode(1) }
        prepare()
    }
}
