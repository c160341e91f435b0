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

    @OptionGroup var options: CommonOptions

    func run() throws {
        try options.enterFolder()
        let start = ContinuousClock.now
        let unfinished = UnfinishedFiles()
        Interruption.removes(unfinished)
        let targets = try Targets(themes)
        if let pack = targets.packs.first { throw ValidationError("'\(pack)' is a file; themes are built") }
        guard let project = targets.project, let selection = targets.themes else { return }
        let folder = output ?? "\(project.root)/dist"
        try options.probeReports(besides: folder)
        let date = try Self.archiveDate()
        let progress = ProgressLine("verified", isShown: !options.quiet)
        defer { progress.clear() }
        let verifier = Verifier(project, jobs: options.jobs, progress: progress.update)
        options.tell("project \(project.root): \(selection.description), \(options.jobs) threads")
        let verification = try Failure.rethrowing { try verifier.verifyForPackaging(selection) }
        progress.clear()
        options.tell("verified after \(Report.seconds(ContinuousClock.now - start))")
        var report = Report(projectRoot: project.root)
        report.isOfBuild = true
        report.add(verification)
        if options.fails(report) {
            report.elapsed = ContinuousClock.now - start
            try options.deliver(report)
            throw ExitCode(1)
        }
        guard !verification.themes.isEmpty else {
            throw Failure(
                "there is no theme to build",
                hint: "a theme has a theme.json with \"id\" and \"version\"; so has 'default'")
        }
        let distribution = Distribution(folder: folder, unfinished: unfinished)
        try Failure.rethrowing {
            let plans = try verification.themes.map { theme throws(PackagingProblem) in try PackPlan(for: theme) }
            if check {
                report.stale = try distribution.stale(plans, from: project.fileSystem, date: date)
            } else {
                report.packs = try distribution.write(
                    plans, from: project.fileSystem, date: date, inspection: MountInspection.complaint)
            }
        }
        report.elapsed = ContinuousClock.now - start
        try options.deliver(report)
        if options.format == .text { Console.print(report.packLines) }
        if !report.stale.isEmpty { throw ExitCode(1) }
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
