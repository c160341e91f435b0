import ArgumentParser
import ThemePackager

/// One run of a command over a project's themes.
struct CommandRun {
    let arguments: ThemeArguments
    /// `nil` if the arguments name only packs.
    let build: IncrementalBuild?

    init(_ arguments: ThemeArguments, _ jobOptions: JobOptions, _ cacheOptions: CacheOptions) {
        self.arguments = arguments
        guard let project = arguments.project, let themes = arguments.themes else {
            build = nil
            return
        }
        build = IncrementalBuild(of: project, themes, jobs: jobOptions.jobs, cache: cacheOptions.cache(of: project))
    }
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
