import ArgumentParser
import Foundation
import ThemePackager

struct BuildCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "build",
        abstract: "Verify themes and write a pack of each.",
        discussion: """
            Writes <id>-<version>.themepack.zip and SHA256SUMS. The same input gives the same bytes on every machine. With an \
            error nothing is written. SOURCE_DATE_EPOCH sets the entries' time stamp, which is 1980-01-01 otherwise.
            """)

    @Argument(
        help: "Ids or folders of themes; every theme of the nearest project if none is named.", completion: .directory)
    var themes: [String] = []

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Where packs are written. (default: dist/ in the project)", valueName: "dir"),
        completion: .directory)
    var output: String?

    @Flag(help: "Write nothing; build in memory and exit with 1 unless the files on disk are the same.")
    var check = false

    @OptionGroup var cacheOptions: CacheOptions

    @OptionGroup var watchOptions: WatchOptions

    @OptionGroup var options: CommonOptions

    func validate() throws {
        guard !(check && watchOptions.watch) else { throw ValidationError("--check and --watch: one or the other") }
    }

    func run() throws {
        try options.enterFolder()
        let unfinished = UnfinishedFiles()
        Interruption.removes(unfinished, isExpected: watchOptions.watch)
        let memory = watchOptions.makeMemory()
        try watchOptions.run(
            in: { try Targets(themes).project },
            meanwhile: { WatchOptions.lookAhead(memory, at: themes, jobs: options.jobs) },
            { try build(unfinished, memory) })
    }

    private func build(_ unfinished: UnfinishedFiles, _ memory: VerifierMemory?) throws {
        let start = ContinuousClock.now
        let targets = try Targets(themes)
        if let pack = targets.packs.first {
            throw ValidationError("'\(Console.printable(pack))' is a file; themes are built")
        }
        guard let project = targets.project, let selection = targets.themes else { return }
        let folder = output ?? "\(project.root)/dist"
        try options.probeReports(besides: folder)
        options.tell("project \(project.root): \(selection.description), \(options.jobs) threads")
        let build = ProjectBuild(
            project: project, selection: selection, distribution: Distribution(folder: folder, unfinished: unfinished),
            date: try Self.archiveDate(), cache: check ? nil : cacheOptions.cache(of: project), memory: memory,
            options: options)
        var report = try check ? build.compare() : build.write()
        report.elapsed = ContinuousClock.now - start
        try options.deliver(report)
        if options.fails(report) { throw ExitCode(1) }
        if options.format == .text { Console.print(report.packLines) }
        if !report.stale.isEmpty { throw ExitCode(1) }
        build.prepare()
    }

    private static func archiveDate() throws -> ArchiveDate {
        guard let text = ProcessInfo.processInfo.environment["SOURCE_DATE_EPOCH"], !text.isEmpty else { return .fixed }
        guard let seconds = Int64(text), seconds >= 0 else {
            throw Failure(
                "SOURCE_DATE_EPOCH is '\(text)'", hint: "expected: seconds since 1970, as `date +%s` prints them")
        }
        return ArchiveDate(secondsSince1970: seconds)
    }
}
