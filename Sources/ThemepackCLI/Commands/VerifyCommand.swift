import ArgumentParser
import ThemeTrust
import ThemeSystem
import ThemeModel
import ThemePackager
import ThemeProject

struct VerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Check themes against their defaults, or check finished packs.",
        discussion: """
            Decodes every image of a theme and compares it with its default. Compares settings with the default \
            theme's. Without arguments, verifies all themes of the nearest project.
            """)

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

    @OptionGroup var options: RunOptions

    func validate() throws {
        guard let writeBaseline else { return }
        guard !writeBaseline.isEmpty else { throw ValidationError("--write-baseline takes a file; its path is empty") }
        guard !options.watch else { throw ValidationError("--write-baseline and --watch cannot be combined") }
        guard options.ruleOptions.select.isEmpty, options.ruleOptions.ignore.isEmpty else {
            throw ValidationError("--write-baseline is for all rules; it takes no --select and no --ignore")
        }
    }

    func run() throws { try options.run(arguments, perform) }

    private func arguments() throws -> ThemeArguments {
        let rules = try options.ruleOptions.selection(keepsStructural: false)
        if let feed = themesAndPacks.first(where: { $0.lastPathComponent == ThemeFeed.fileName }) {
            throw ValidationError("\(Console.printable(feed)) is checked by 'themepack feed --check'")
        }
        var arguments = try ThemeArguments(themesAndPacks)
        arguments.select(rules)
        if writeBaseline != nil { try arguments.forgetBaseline() }
        if options.watch, !arguments.packs.isEmpty {
            throw ValidationError("--watch is for themes; a finished pack does not change")
        }
        if fixOptions.fix, options.watch || !arguments.packs.isEmpty {
            throw ValidationError("--fix changes themes once: no packs, and not with --watch")
        }
        if !options.against.isEmpty, arguments.project == nil {
            throw ValidationError("--against compares a project's themes with packs; no theme is named")
        }
        return arguments
    }

    private func perform(_ run: CommandRun, _ findings: WatchedFindings) throws {
        let start = ContinuousClock.now
        let reportOptions = options.reportOptions
        let rules = try options.ruleOptions.selection(keepsStructural: false)
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
        var report = options.emptyReport(of: run.build?.project)
        if var build = run.build {
            try options.connect(&build, progress)
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
            let verifier = PackVerifier(limits: try run.arguments.packLimits, jobs: options.jobOptions.jobs)
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
