import ArgumentParser

struct JobOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Number of threads.", valueName: "n"))
    var jobs = ProcessEnvironment.processorCount

    func validate() throws {
        guard (1...1024).contains(jobs) else { throw ValidationError("--jobs takes a number from 1 to 1024") }
    }
}
