import ArgumentParser

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
