import ArgumentParser
import ThemePackager
import ThemePublishing
import ThemeTrust

struct FeedCommand: ToolCommand {
    @Argument(help: "The folder of packs. (default: the project's dist/)", completion: .directory)
    var folder: String?

    @OptionGroup var planOptions: FeedPlanOptions

    @Option(
        help: ArgumentHelp("The most deltas to a new pack, from the versions before. (default: 3)", valueName: "n"))
    var deltas: Int?

    @Option(
        help: ArgumentHelp(
            "Delete packs and deltas of sha256/ that no feed has listed for this long: 30d, 12h.", valueName: "time"),
        transform: LifeTime.init(argument:))
    var prune: LifeTime?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The feed to write. (default: feed.json in the folder)", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var output: String?

    @Flag(help: "Write nothing. Report what devices would refuse: missing files, other bytes, an expired feed.")
    var check = false

    @OptionGroup var signatureOptions: SignatureOptions
    @OptionGroup var folderOptions: FolderOptions

    func validate() throws {
        guard deltas.map((0...100).contains) ?? true else {
            throw ValidationError("--deltas takes a number from 0 to 100")
        }
        guard !check || !planOptions.isGiven && deltas == nil && prune == nil else {
            throw ValidationError("--check takes only a folder, -o, --signed-by, --identity and --revoked")
        }
        guard output?.isEmpty != true else { throw ValidationError("-o takes a file; its path is empty") }
        guard output?.hasSuffix(".json") ?? true else {
            throw ValidationError("-o takes a name with .json at its end: 'themepack sign' signs other files as packs")
        }
    }

    func perform() throws {
        let source = try folder.map { BuiltPacks(folder: $0) } ?? BuiltPacks.ofProject()
        let path = output ?? "\(source.folder)/\(ThemeFeed.fileName)"
        let site = FeedSite(feed: try OutputPlace(file: path, for: "a feed", replacing: .feed))
        if check { return try report(on: site) }
        let paths = try source.packs()
        let (feed, pruned) = try site.change { files in try write(paths, files, to: site) }
        Console.print(FeedListing(feed: feed, path: site.path).text)
        if pruned > 0 { Console.note("deleted \(pruned.counting("file")) that no feed lists any more") }
        if let now = SourceDate.now, feed.expires < now {
            let hint = "devices install nothing from it; unset SOURCE_DATE_EPOCH, or name a longer --expires"
            UserError.warn(path: site.path, "has expired already", hint: hint)
        }
    }

    private func write(
        _ paths: [String], _ files: SiteFiles, to site: FeedSite
    ) throws -> (ThemeFeed, pruned: Int) {
        let limits = try ThemeArguments.packLimits()
        let built = try paths.map { try BuiltPack(reading: $0, limits: limits) }
        for pack in built where pack.path.lastPathComponent != pack.theme.packFileName {
            let words = "is \(pack.theme.packFileName) under another name, by which 'themepack build --prune' judges it"
            UserError.warn(path: pack.path, words, hint: "delete it if it is not to be published")
        }
        let plan = try planOptions.plan(for: site, signatureOptions)
        let packs = try plan.current(of: built)
        let copied = ProgressLine.counting("copied", "packs")
        for (index, pack) in packs.enumerated() {
            try files.publish(pack)
            copied?(index + 1, packs.count)
        }
        let compared = ProgressLine.counting("compared with earlier ones", "packs")
        var count = 0
        let feed = try plan.feed(listing: packs) { pack, bases in
            count += 1
            defer { compared?(count, packs.count) }
            return try files.publishDeltas(to: pack, from: bases, limit: deltas ?? 3)
        }
        for problem in files.problems { problem.warn() }
        try site.write(feed, after: files)
        for theme in plan.missing(in: feed) {
            UserError.warn(
                path: site.path, "the new release lacks '\(theme)', which the one before has",
                hint: "build and publish all themes for the new defaults together")
        }
        return (feed, try prune.map { try site.prune(feed, after: plan.previous, seconds: 3600 * $0.hours) } ?? 0)
    }

    private func report(on site: FeedSite) throws {
        let check = try FeedCheck(site, limits: ThemeArguments.packLimits())
        let signers = try signatureOptions.trustedSigners()
        if signers == nil, DiskFileSystem().kind(of: site.path + ".sig") != nil {
            let path = Console.relative(site.path)
            Console.note("note: who made \(path).sig was not checked: name the signers with --signed-by")
        }
        let problems = check.problems(at: SourceDate.now, signedBy: signers, identity: signatureOptions.identity)
        for problem in problems { Console.printError(problem.text) }
        guard problems.isEmpty else { throw ExitCode(1) }
        Console.print(FeedListing(feed: check.feed, path: site.path, isChecked: true).text)
    }
}
