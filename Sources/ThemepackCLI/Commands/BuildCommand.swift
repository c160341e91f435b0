import ArgumentParser
import ThemePackager
import ThemeProject
import ThemePublishing
import ThemeTrust

struct BuildCommand: VerifyingCommand {
    static let configuration = CommandConfiguration(help: "build")

    @Argument(
        help: "Ids, folders or files of themes; without any, all themes of the nearest project.",
        completion: .custom(NameCompletion.themesAndFiles))
    var themes: [String] = []

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Where packs are written. (default: dist/ in the project)", valueName: "dir"),
        completion: .directory)
    var output: String?

    @Option(
        help: ArgumentHelp("Write the packs to this folder as an OCI image layout as well.", valueName: "dir"),
        completion: .directory)
    var oci: String?

    @Flag(help: "Write nothing; build in memory and exit with 1 if the files on disk differ.")
    var check = false

    @Flag(help: "Delete packs that the project does not have, their signatures, and their lines of SHA256SUMS.")
    var prune = false

    @OptionGroup var runOptions: RunOptions

    @OptionGroup var cacheOptions: CacheOptions

    @OptionGroup var ruleOptions: RuleOptions

    @OptionGroup var reportOptions: ReportOptions

    @OptionGroup var folderOptions: FolderOptions

    @OptionGroup var jobOptions: JobOptions

    func validate() throws {
        guard output?.isEmpty != true else { throw ValidationError("-o takes a folder; its path is empty") }
        guard oci?.isEmpty != true else { throw ValidationError("--oci takes a folder; its path is empty") }
        guard !(check && oci != nil) else { throw ValidationError("--check and --oci cannot be combined") }
        guard !(check && runOptions.watch) else { throw ValidationError("--check and --watch cannot be combined") }
    }

    func run() throws {
        let unfinished = UnfinishedFiles()
        try run(removing: unfinished, arguments) { try perform($0, unfinished, $1) }
    }

    private func arguments() throws -> ThemeArguments {
        let rules = try ruleOptions.selection(keepsStructural: true)
        var arguments = try ThemeArguments(themes)
        arguments.select(rules)
        if let pack = arguments.packs.first {
            throw ValidationError("'\(Console.printable(pack))' is a file; themes are built")
        }
        if prune, arguments.themes?.isEverything != true {
            throw ValidationError("--prune needs a build of all themes: name none")
        }
        return arguments
    }

    private func perform(_ run: CommandRun, _ unfinished: UnfinishedFiles, _ findings: WatchedFindings) throws {
        let start = ContinuousClock.now
        guard var build = run.build else { return }
        let packs = output ?? "\(build.project.root)/dist"
        let distribution = Distribution(in: try OutputPlace(folder: packs, for: "packs"), unfinished: unfinished)
        let layout = try oci.map { try OutputPlace(folder: $0, for: "an image layout") }
        let reports = try reportOptions.outputs(afterCreating: packs)
        reportOptions.printUnread(run.arguments.unreadFiles)
        let progress = ProgressLine("verified", isShown: !reportOptions.quiet)
        defer { progress.clear() }
        try connect(&build, progress)
        var report = emptyReport(of: build.project)
        report.isOfBuild = true
        report.isCheck = check
        let date = try Self.archiveDate()
        if check {
            let result = try build.check(distribution, date: date, refusing: report.failOn, prunes: prune)
            report.add(result.verification, of: build.project.root)
            report.packFindings = result.findings
            report.outOfDateFiles = result.outOfDateFiles
            report.strays = result.strays
        } else {
            let result = try build.build(
                into: distribution, date: date, refusing: report.failOn,
                packCheck: MountCheck.packCheck(for: build.project))
            report.add(result.verification, of: build.project.root)
            report.packs = result.packs
            report.isUpToDate = result.isUpToDate
            if prune, !result.packs.isEmpty { report.strays = try build.prune(distribution, keeping: result.packs) }
            if let layout { try writeImageLayout(of: result.packs, to: layout, build.project, unfinished) }
        }
        report.elapsed = ContinuousClock.now - start
        findings.showFixed(in: report)
        try reportOptions.deliver(report, to: reports)
        if reportOptions.format.isForPeople { Console.print(report.packLines) }
        if report.fails || !report.outOfDateFiles.isEmpty { throw ExitCode(1) }
    }

    private func writeImageLayout(
        of packs: [Distribution.Pack], to place: OutputPlace, _ project: Project, _ unfinished: UnfinishedFiles
    ) throws {
        do {
            let published = try packs.map { try PublishedPack(reading: $0.path, limits: project.configuration.limits) }
            for (name, digest) in try ImageLayout(in: place, unfinished: unfinished).write(published) {
                reportOptions.printVerbose("\(place.path):\(name) has the digest sha256:\(digest)")
            }
        } catch var error as UserError {
            let state = "the packs are written, but the image layout is not complete: build again"
            error.hint = [error.hint, state].compactMap(\.self).joined(separator: "; ")
            throw error
        }
    }

    private static func archiveDate() throws -> ArchiveDate {
        try SourceDate.moment().map { ArchiveDate(secondsSince1970: $0.secondsSince1970) } ?? .earliest
    }
}

/// A folder of finished packs, by default the project's `dist/`.
struct BuiltPacks {
    let folder: String

    init(folder: String) { self.folder = folder == "/" ? folder : String(folder.withoutLastSlash) }

    static func ofProject() throws -> BuiltPacks {
        BuiltPacks(folder: Console.relative("\(try ThemeArguments.nearestProject().root)/dist"))
    }

    /// The paths of the packs, in order.
    func packs() throws(UserError) -> [String] {
        let entries: [FolderEntry]
        do throws(FileError) {
            entries = try DiskFileSystem().entries(of: folder)
        } catch {
            throw UserError(path: folder, error.explanation, hint: "'themepack build' writes packs there")
        }
        let names = entries.compactMap { String(validUTF8: $0.name) }.filter { $0.hasSuffix(".themepack.zip") }
        guard !names.isEmpty else {
            throw UserError(path: folder, "contains no pack", hint: "'themepack build' writes packs there")
        }
        return names.sorted { UTF8Order.precedes($0, $1) }.map { "\(folder)/\($0)" }
    }

    /// The packs, and the feed if there is one.
    func signedFiles() throws(UserError) -> [String] {
        let feed = "\(folder)/\(ThemeFeed.fileName)"
        return try packs() + (DiskFileSystem().kind(of: feed) == .file ? [feed] : [])
    }
}
