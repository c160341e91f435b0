import ArgumentParser

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
