import ArgumentParser
import ThemeKeys
import ThemePackager
import ThemeReview

/// A command that verifies themes of a project: `verify` and `build`.
///
/// Its groups of options are its own properties. In debug builds, ArgumentParser checks a group in a group many times.
protocol VerifyingCommand: ToolCommand {
    var runOptions: RunOptions { get }
    var cacheOptions: CacheOptions { get }
    var ruleOptions: RuleOptions { get }
    var reportOptions: ReportOptions { get }
    var jobOptions: JobOptions { get }
}

extension VerifyingCommand {
    /// Runs a command once, or with `--watch` again after every change, even if it fails. Each run reads the arguments.
    func runOrWatch(
        _ arguments: () throws -> ThemeArguments, _ body: (ThemeArguments, EarlierFindings) throws -> Void
    ) throws {
        try reportOptions.reportingFailure {
            try jobOptions.checkSystem()
            if runOptions.watch { InterruptionHandler.expectInterrupt() }
            let earlier = EarlierFindings()
            func prepare() throws -> ThemeArguments {
                let arguments = try arguments()
                try checkKeys(of: arguments.project)
                return arguments
            }
            guard runOptions.watch else { return try body(try prepare(), earlier) }
            try Watching.repeat(
                files: [SampleScreens.fileName], prepare, { try body($0, earlier) }, changed: WatchScreen.showChanges,
                failed: reportOptions.deliver)
        }
    }

    /// Checks that `"keys"` of the project gives generated code. Verification reports what is wrong with its names.
    private func checkKeys(of project: Project?) throws(UserError) {
        guard let project, !project.configuration.keys.isEmpty, let source = try? KeySource(of: project) else { return }
        _ = try KeyFile(of: source, access: .internal)
    }

    /// Returns the report that the command fills and then delivers. Its time begins now.
    func report(on arguments: ThemeArguments) -> Report {
        reportOptions.printUnread(arguments.unreadFiles)
        if reportOptions.quiet { ProgressLine.hide() }
        var report = Report(projectRoot: arguments.project?.root)
        report.failOn = reportOptions.failOn.severity
        report.showsStatistics = ruleOptions.statistics
        report.isVerbose = reportOptions.verbose
        report.isQuiet = reportOptions.quiet
        report.showsAll = reportOptions.all
        return report
    }

    /// Returns the run over the themes of the arguments; `nil` if they name only packs.
    func run(on arguments: ThemeArguments) throws -> ProjectRun? {
        guard let project = arguments.project, let themes = arguments.themes else { return nil }
        reportOptions.printVerbose("project \(project.root): \(themes.description), \(jobOptions.jobs) threads")
        var run = ProjectRun(of: project, themes, jobs: jobOptions.jobs, cache: cacheOptions.cache(of: project))
        run.events = reportOptions.events()
        if !runOptions.against.isEmpty {
            run.released = try ReleasedPacks(runOptions.against, limits: project.configuration.limits)
        }
        return run
    }

    /// Delivers a report. Ends the command with 1 if its findings ask for it.
    ///
    /// - Parameter places: the checked files of `--report`.
    func deliver(_ report: Report, to places: [OutputPlace], _ earlier: EarlierFindings) throws {
        var report = report
        report.elapsed = ContinuousClock.now - report.start
        earlier.showFixed(in: report)
        try reportOptions.deliver(report, to: places)
        if reportOptions.format.isForPeople, let result = report.build { Console.print(result.lines) }
        if report.fails { throw ExitCode(1) }
    }
}
