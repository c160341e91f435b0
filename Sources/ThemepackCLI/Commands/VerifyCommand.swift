import ArgumentParser
import ThemePackager
import ThemeProject
import ThemeTrust

struct VerifyCommand: VerifyingCommand {
    static let configuration = CommandConfiguration(help: "verify")

    @Argument(
        help: "Ids or folders of themes, files of themes, also deleted ones, or packs.",
        completion: .custom(NameCompletion.themesAndFiles))
    var themesAndPacks: [String] = []

    @OptionGroup var fixOptions: FixOptions

    @OptionGroup var signatureOptions: SignatureOptions

    @Option(
        help: ArgumentHelp(
            "Write a baseline that accepts the findings of the whole project, and report only the others.",
            valueName: "file"), completion: .file(extensions: ["json"]))
    var writeBaseline: String?

    @OptionGroup var runOptions: RunOptions

    @OptionGroup var cacheOptions: CacheOptions

    @OptionGroup var ruleOptions: RuleOptions

    @OptionGroup var reportOptions: ReportOptions

    @OptionGroup var folderOptions: FolderOptions

    @OptionGroup var jobOptions: JobOptions

    func validate() throws {
        guard let writeBaseline else { return }
        guard !writeBaseline.isEmpty else { throw ValidationError("--write-baseline takes a file; its path is empty") }
        guard !runOptions.watch else { throw ValidationError("--write-baseline and --watch cannot be combined") }
        guard ruleOptions.select.isEmpty, ruleOptions.ignore.isEmpty else {
            throw ValidationError("--write-baseline is for all rules; it takes no --select and no --ignore")
        }
    }

    func run() throws { try run(arguments, perform) }

    private func arguments() throws -> ThemeArguments {
        let rules = try ruleOptions.selection(keepsStructural: false)
        if let feed = themesAndPacks.first(where: { $0.lastPathComponent == ThemeFeed.fileName }) {
            throw ValidationError("\(Console.printable(feed)) is checked by 'themepack feed --check'")
        }
        var arguments = try ThemeArguments(themesAndPacks)
        arguments.select(rules)
        if writeBaseline != nil { try arguments.forgetBaseline() }
        if runOptions.watch, !arguments.packs.isEmpty {
            throw ValidationError("--watch is for themes; a finished pack does not change")
        }
        if fixOptions.fix, runOptions.watch || !arguments.packs.isEmpty {
            throw ValidationError("--fix changes themes once: no packs, and not with --watch")
        }
        if !runOptions.against.isEmpty, arguments.project == nil {
            throw ValidationError("--against compares a project's themes with packs; no theme is named")
        }
        return arguments
    }

    private func perform(_ run: CommandRun, _ findings: WatchedFindings) throws {
        let start = ContinuousClock.now
        let rules = try ruleOptions.selection(keepsStructural: false)
        var baseline: NewBaseline?
        if let project = run.build?.project {
            baseline = try writeBaseline.map { try NewBaseline(at: $0, of: project) }
        }
        let reports = try reportOptions.outputs()
        reportOptions.printUnread(run.arguments.unreadFiles)
        let signers = try signatureOptions.trustedSigners()
        if signers != nil, run.arguments.packs.isEmpty {
            throw ValidationError("--signed-by is for packs; name one. 'themepack feed --check' takes it as well")
        }
        let progress = ProgressLine("verified", isShown: !reportOptions.quiet)
        defer { progress.clear() }
        var report = emptyReport(of: run.build?.project)
        if var build = run.build {
            try connect(&build, progress)
            var verification = try build.verify()
            progress.clear()
            if fixOptions.fix, fixOptions.apply(to: verification.findings, in: build.project) {
                verification = try build.verify()
            }
            try baseline?.write(&verification)
            report.add(verification, of: build.project.root)
            report.isUpToDate =
                verification.isFromCache && run.arguments.packs.isEmpty && !report.fails
        }
        for pack in run.arguments.packs {
            reportOptions.printVerbose("pack \(pack)")
            let verifier = PackVerifier(limits: try run.arguments.packLimits, jobs: jobOptions.jobs)
            // One mapping, so that the verified bytes are the signed ones.
            let file = try PackReader.map(pack)
            var verification = verifier.verify(file, path: pack)
            verification.findings.removeAll { !rules.contains($0.rule) }
            // `--signed-by` asks for this rule, also if it is not selected.
            if let signers, let finding = signatureOptions.finding(pack, file, signers) {
                verification.findings.append(finding)
            }
            report.add(verification)
        }
        progress.clear()
        report.elapsed = ContinuousClock.now - start
        findings.showFixed(in: report)
        try reportOptions.deliver(report, to: reports)
        if report.fails { throw ExitCode(1) }
    }
}

struct FixOptions: ParsableArguments {
    @Flag(help: "Rename misnamed images, and remove images that are equal to their defaults.")
    var fix = false

    @Flag(help: "With --fix: print the steps, and change nothing.")
    var dryRun = false

    func validate() throws {
        if dryRun, !fix { throw ValidationError("--dry-run is for --fix") }
    }

    /// Applies the safe fixes, and prints each step. Returns whether a file was changed.
    func apply(to findings: [Finding], in project: Project) -> Bool {
        let fixes = Fixes(of: findings, in: project)
        var hasChanged = false
        for step in fixes.steps {
            let path = Console.printable(step.path)
            switch dryRun ? fixes.preview(step) : fixes.apply(step) {
            case .kept(let reason): Console.printError("not fixed: \(path) \(Console.printable(reason))\n")
            case .done:
                hasChanged = !dryRun
                Console.printError(Self.text(step, dryRun ? ("would rename", "would remove") : ("renamed", "removed")))
            }
        }
        if fixes.steps.isEmpty { Console.printError("nothing to fix without a person's decision\n") }
        return hasChanged
    }

    private static func text(_ step: Fixes.Step, _ verbs: (rename: String, remove: String)) -> String {
        let path = Console.printable(step.path)
        return switch step.remedy {
        case .rename(let target): "\(verbs.rename) \(path) to \(Console.printable(target))\n"
        case .remove(let other, _): "\(verbs.remove) \(path), which is equal to \(Console.printable(other))\n"
        }
    }
}

/// The baseline that `verify --write-baseline` writes.
struct NewBaseline {
    private let place: OutputPlace
    private let project: Project

    /// - Throws: ``UserError`` if the file is one of the project's images or settings.
    init(at path: String, of project: Project) throws(UserError) {
        place = try OutputPlace(file: path, for: "a baseline", acceptsStreams: true)
        self.project = project
    }

    /// Writes the findings that a baseline can accept, and leaves the others.
    func write(_ verification: inout Verification) throws {
        let contents = Baseline.contents(
            accepting: verification.findings.filter { $0.severity != .note }, digest: project.digest)
        try place.write(Array(Console.json(contents.value).utf8))
        let path = place.path
        verification.findings.removeAll(where: \.rule.canBeAccepted)
        Console.printError("wrote \(contents.count.counting("finding")) to \(Console.printable(path))\n")
        if contents.leftOut > 0 {
            Console.printError(
                "a baseline cannot accept \(contents.leftOut.counting("other finding")): fix or exempt them\n")
        }
        let absolute = path.utf8.first == UInt8(ascii: "/") ? path : "\(ProcessEnvironment.currentFolder)/\(path)"
        let name = absolute.path(below: project.root).map { String($0) } ?? path
        if project.configuration.baselineFile != name {
            Console.printError("name it in \(Project.fileName): \"baseline\": \"\(Console.printable(name))\"\n")
        }
    }
}
