import ArgumentParser
import ThemeKeys
import ThemePackager
import ThemeProject

/// One run of a command over a project's themes.
struct CommandRun {
    let arguments: ThemeArguments
    /// `nil` if the arguments name only packs.
    let build: IncrementalBuild?
}

/// The options of `verify` and `build` alone.
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

    @Flag(help: "Run again whenever a file of the project changes, until Ctrl-C.")
    var watch = false
}

/// A command that verifies themes of a project: `verify` and `build`.
///
/// Its groups of options are its own properties. In debug builds, ArgumentParser checks a group in a group many times.
protocol VerifyingCommand: ParsableCommand {
    var runOptions: RunOptions { get }
    var cacheOptions: CacheOptions { get }
    var ruleOptions: RuleOptions { get }
    var reportOptions: ReportOptions { get }
    var folderOptions: FolderOptions { get }
    var jobOptions: JobOptions { get }
}

extension VerifyingCommand {
    /// Runs a command once, or with `--watch` again after every change, even if it fails. Each run reads the arguments.
    /// A signal deletes the unfinished files; `nil` is for a command that writes none.
    func run(
        removing unfinished: UnfinishedFiles? = nil, _ arguments: () throws -> ThemeArguments,
        _ body: (CommandRun, WatchedFindings) throws -> Void
    ) throws {
        try folderOptions.enter()
        try reportOptions.reportingFailure {
            try jobOptions.checkSystem()
            if runOptions.watch || unfinished != nil {
                try InterruptionHandler.install(removing: unfinished ?? UnfinishedFiles(), isExpected: runOptions.watch)
            }
            let findings = WatchedFindings()
            func prepare() throws -> CommandRun {
                let arguments = try arguments()
                try checkKeys(of: arguments.project)
                return CommandRun(
                    arguments: arguments, build: arguments.build(jobs: jobOptions.jobs, cache: cacheOptions.cache))
            }
            guard runOptions.watch else { return try body(try prepare(), findings) }
            try Watching.repeat(
                prepare, { try body($0, findings) }, changed: WatchScreen.showChanges, failed: reportOptions.deliver)
        }
    }

    /// Checks that `"keys"` of the project gives generated code. Verification reports what is wrong with its names.
    private func checkKeys(of project: Project?) throws(UserError) {
        guard let project, !project.configuration.keys.isEmpty, let source = try? KeySource(of: project) else { return }
        _ = try KeyFile(of: source, access: .internal)
    }

    func emptyReport(of project: Project?) -> Report {
        var report = Report(projectRoot: project?.root)
        report.failOn = reportOptions.failOn.severity
        report.showsStatistics = ruleOptions.statistics
        report.isVerbose = reportOptions.verbose
        return report
    }

    func connect(_ build: inout IncrementalBuild, _ progress: ProgressLine) throws {
        reportOptions.printVerbose(
            "project \(build.project.root): \(build.scope.description), \(jobOptions.jobs) threads")
        build.events = reportOptions.events(progress)
        if !runOptions.against.isEmpty {
            build.published = try PublishedPacks(runOptions.against, limits: build.project.configuration.limits)
        }
    }
}

struct JobOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Number of threads.", valueName: "n"))
    var jobs = ProcessEnvironment.processorCount

    /// Checks that the command gets its threads and files, so that it fails before it begins.
    func checkSystem() throws {
        try Threads.checkFiles()
        try Threads.check(count: min(jobs, ProcessEnvironment.processorCount) + 2)
    }

    func validate() throws {
        guard (1...1024).contains(jobs) else { throw ValidationError("--jobs takes a number from 1 to 1024") }
    }
}

/// Threads of the tool, whose refusal is an error for people.
enum Threads {
    /// Runs a function on a new thread.
    ///
    /// - Throws: ``UserError`` if the system refuses the thread.
    static func start(_ body: @escaping @Sendable () -> Void) throws(UserError) { try make(body).detach() }

    /// Creates threads that do nothing, all at the same time, and waits for their end.
    ///
    /// - Throws: ``UserError`` if the system refuses one of them.
    static func check(count: Int) throws(UserError) {
        let gate = Gate()
        var threads: [SystemThread] = []
        defer { for thread in threads { thread.join() } }
        // A thread waits for the lock, so that none ends before all are created.
        try gate.lock.withLock { _ throws(UserError) in
            for _ in 0..<count { threads.append(try make { gate.lock.withLock { _ in } }) }
        }
    }

    /// Checks that a few files can be opened, so that a command fails before it begins.
    static func checkFiles() throws(UserError) {
        var files: [Int32] = []
        defer { for file in files { close(file) } }
        for _ in 0..<filesMin {
            let file = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0)
            guard file >= 0 || errno == EBADF else {
                throw UserError(
                    "fewer than \(filesMin) more files can be opened: \(systemReason())",
                    hint: "raise the limit of open files: ulimit -n 256")
            }
            if file >= 0 { files.append(file) }
        }
    }

    private static let filesMin = 12

    private final class Gate: Sendable {
        let lock = Lock(())
    }

    private static func make(_ body: @escaping @Sendable () -> Void) throws(UserError) -> SystemThread {
        do throws(SystemError) {
            return try SystemThread(body)
        } catch {
            throw UserError(
                "the system refuses another thread: \(error.reason)",
                hint: "raise the limit of processes and threads (ulimit -u), or end other programs")
        }
    }
}
