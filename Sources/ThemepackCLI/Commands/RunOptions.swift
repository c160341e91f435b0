import ArgumentParser
import ThemeSystem
import ThemePackager
import ThemeProject

/// One run of a command over a project's themes.
struct CommandRun {
    let arguments: ThemeArguments
    /// `nil` if the arguments name only packs.
    let build: IncrementalBuild?
}

/// The options that `verify` and `build` share, and the course of their runs.
struct RunOptions: ParsableArguments {
    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            """
            Compare with released packs: a changed theme needs a higher version, and released themes have to fit the \
            new defaults.
            """, valueName: "dir-or-pack"),
        completion: .file(extensions: ["zip"]))
    var against: [String] = []

    @OptionGroup var cacheOptions: CacheOptions

    @OptionGroup var ruleOptions: RuleOptions

    @Flag(help: "Run again whenever a file of the project changes, until Ctrl-C.")
    var watch = false

    @OptionGroup var reportOptions: ReportOptions

    @OptionGroup var folderOptions: FolderOptions

    @OptionGroup var jobOptions: JobOptions

    /// Runs a command once, or with `--watch` again after every change, even if it fails. Each run reads the arguments.
    /// A signal deletes the unfinished files; `nil` is for a command that writes none.
    func run(
        removing unfinished: UnfinishedFiles? = nil, _ arguments: () throws -> ThemeArguments,
        _ body: (CommandRun, WatchedFindings) throws -> Void
    ) throws {
        try folderOptions.enter()
        try reportOptions.reportingFailure {
            try jobOptions.checkSystem()
            if watch || unfinished != nil {
                try InterruptionHandler.install(removing: unfinished ?? UnfinishedFiles(), isExpected: watch)
            }
            let findings = WatchedFindings()
            func prepare() throws -> CommandRun {
                let arguments = try arguments()
                return CommandRun(
                    arguments: arguments, build: arguments.build(jobs: jobOptions.jobs, cache: cacheOptions.cache))
            }
            guard watch else { return try body(try prepare(), findings) }
            try Watching.repeat(
                prepare, { try body($0, findings) }, changed: WatchScreen.showChanges, failed: reportOptions.deliver)
        }
    }

    func emptyReport(of project: Project?) -> Report {
        var report = Report(projectRoot: project?.root)
        report.failOn = reportOptions.failOn.severity
        report.showsStatistics = ruleOptions.statistics
        return report
    }

    func connect(_ build: inout IncrementalBuild, _ progress: ProgressLine) throws {
        reportOptions.printVerbose(
            "project \(build.project.root): \(build.scope.description), \(jobOptions.jobs) threads")
        build.events = reportOptions.events(progress)
        if !against.isEmpty { build.published = try PublishedPacks(against, limits: build.project.limits) }
    }
}
