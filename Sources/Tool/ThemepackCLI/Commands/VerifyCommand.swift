import ArgumentParser
import ThemePackager
import ThemeReview
import ThemeTrust

struct VerifyCommand: VerifyingCommand {
    @Argument(
        help: "Ids or folders of themes, files of themes, also deleted ones, or packs.",
        completion: .themesAndFiles)
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

    func perform() throws { try runOrWatch(arguments, verify) }

    private func arguments() throws -> ThemeArguments {
        let rules = try ruleOptions.selection(keepsStructural: false)
        if let feed = themesAndPacks.first(where: { $0.lastPathComponent == ThemeFeed.fileName }) {
            throw ValidationError("\(Console.printable(feed)) is checked by 'themepack feed --check'")
        }
        var arguments = try ThemeArguments(themesAndPacks, acceptsUnread: signatureOptions.signers == nil)
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

    private func verify(_ arguments: ThemeArguments, _ earlier: EarlierFindings) throws {
        let baseline = try writeBaseline.map {
            try OutputPlace(file: $0, for: "a baseline", replacing: .baseline, acceptsStreams: true)
        }
        let places = try ReportTarget.places(of: reportOptions.reports)
        var report = report(on: arguments)
        let run = try run(on: arguments)
        let signers = try signatureOptions.trustedSigners()
        if signers != nil, arguments.packs.isEmpty {
            throw ValidationError("--signed-by is for packs; name one. 'themepack feed --check' takes it as well")
        }
        if let run {
            var verification = try run.verify()
            if fixOptions.fix {
                verification = try fixOptions.apply(to: verification, in: run.project) { try run.verify() }
            }
            if arguments.themes == .everything {
                let rules = try ruleOptions.selection(keepsStructural: false)
                verification.findings += SampleScreens(of: run.project)
                    .findings(in: run.project, jobs: jobOptions.jobs).filter { rules.contains($0.rule) }
            }
            if let baseline { try NewBaseline.write(&verification, to: baseline, of: run.project) }
            report.add(verification, of: run.project.root)
            report.isUpToDate = verification.isFromCache && arguments.packs.isEmpty && !report.fails
        }
        let limits = try ThemeArguments.packLimits(of: arguments.project)
        let counting = arguments.packs.count > 1 ? ProgressLine.counting("verified", "packs") : nil
        for (index, pack) in arguments.packs.enumerated() {
            report.add(try verify(pack: pack, signers, limits: limits))
            counting?(index + 1, arguments.packs.count)
        }
        try deliver(report, to: places, earlier)
    }

    private func verify(pack: String, _ signers: TrustedSigners?, limits: ProjectLimits) throws -> Verification {
        let rules = try ruleOptions.selection(keepsStructural: false)
        reportOptions.printVerbose("pack \(pack)")
        // One mapping, so that the verified bytes are the signed ones.
        let file = try PackReader.map(pack)
        var verification = PackVerifier(limits: limits, jobs: jobOptions.jobs).verify(file, path: pack)
        verification.findings.removeAll { !rules.contains($0.rule) }
        // `--signed-by` asks for this rule, even if it is not selected.
        if let signers, let finding = signatureOptions.finding(pack, file, signers) {
            verification.findings.append(finding)
        }
        return verification
    }
}
