import ArgumentParser
import ThemePackager
import ThemePublishing
import ThemeTrust

struct FeedCommand: ToolCommand {
    @Argument(help: "The folder of packs. (default: the project's dist/)", completion: .directory)
    var folder: String?

    @Option(
        name: .customLong("base-url"),
        help: ArgumentHelp(
            "The address of the folder, https://HOST/PATH/. (default: that of the feed before)", valueName: "url"))
    var base: String?

    @Option(help: ArgumentHelp("The channel to publish in.", valueName: "name"))
    var channel = "stable"

    @Option(
        help: ArgumentHelp("The feed before. (default: the one that is replaced)", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var previous: String?

    @Flag(help: "Begin with number 1 if there is no feed before. Devices that have followed another one refuse it.")
    var first = false

    @Option(
        help: ArgumentHelp(
            "How long devices follow it: days (30d), hours (12h). Counts from SOURCE_DATE_EPOCH if it is set.",
            valueName: "time"))
    var expires = LifeTime(hours: 30 * 24)

    @Option(
        help: ArgumentHelp(
            """
            The percentage of devices that get the release. The others keep the last complete one. \
            (default: that of the release before, 100 for the first)
            """, valueName: "percent"))
    var rollout: Int?

    @Option(help: ArgumentHelp("The most deltas to a new pack, from the versions before.", valueName: "n"))
    var deltas = 3

    @Option(
        help: ArgumentHelp(
            "Delete packs and deltas of sha256/ that no feed has listed for this long: 30d, 12h.", valueName: "time"))
    var prune: LifeTime?

    @Option(
        name: .customLong("withdraw"),
        help: ArgumentHelp(
            "A pack that no device may use any more, or its SHA-256. May be repeated.", valueName: "pack"),
        completion: .file())
    var withdrawn: [String] = []

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
        guard rollout.map((0...100).contains) ?? true else {
            throw ValidationError("--rollout takes a number from 0 to 100")
        }
        guard (0...100).contains(deltas) else { throw ValidationError("--deltas takes a number from 0 to 100") }
        let publishes = base != nil || previous != nil || first || rollout != nil || prune != nil || !withdrawn.isEmpty
        guard !check || !publishes else {
            throw ValidationError("--check takes only a folder, -o, --signed-by, --identity and --revoked")
        }
        guard output?.isEmpty != true else { throw ValidationError("-o takes a file; its path is empty") }
        guard output?.hasSuffix(".json") ?? true else {
            throw ValidationError("-o takes a name with .json at its end: 'themepack sign' signs other files as packs")
        }
    }

    func perform() throws {
        let source = try folder.map { BuiltPacks(folder: $0) } ?? BuiltPacks.ofProject()
        let unfinished = UnfinishedFiles()
        let place = try OutputPlace(file: output ?? "\(source.folder)/\(ThemeFeed.fileName)", for: "a feed")
        let site = FeedSite(feed: place, unfinished: unfinished)
        if check { return try report(on: site) }
        try InterruptionHandler.install(removing: unfinished)
        let paths = try source.packs()
        let (feed, pruned) = try site.locked { try write(paths, to: site) }
        Console.print(FeedListing(feed: feed, path: site.path).text)
        if pruned > 0 { Console.printError("deleted \(pruned.counting("file")) that no feed lists any more\n") }
        if let now = Self.now, feed.expires < now {
            Console.printError(
                Console.printable(Console.relative(site.path)) + ": warning: has expired already\n"
                    + "hint: devices install nothing from it; unset SOURCE_DATE_EPOCH, or name a longer --expires\n")
        }
    }

    private static var now: Moment? { Moment(secondsSince1970: Int64(Date().timeIntervalSince1970)) }

    private func write(_ paths: [String], to site: FeedSite) throws -> (ThemeFeed, pruned: Int) {
        let limits = try ThemeArguments.packLimits()
        let built = try paths.map { try PublishedPack(reading: $0, limits: limits) }
        let plan = try plan(for: site)
        let packs = try plan.current(of: built)
        for pack in packs { try site.publish(pack) }
        let feed = try plan.feed(listing: packs) { pack, bases in
            try site.publishDeltas(to: pack, from: bases, limit: deltas)
        }
        try site.write(feed)
        for theme in plan.missing(in: feed) {
            Console.printError(
                Console.printable(Console.relative(site.path)) + ": warning: the new release lacks '\(theme)', "
                    + "which the one before has\nhint: build and publish all themes for the new defaults together\n")
        }
        return (feed, try prune.map { try site.prune(feed, after: plan.previous, seconds: 3600 * $0.hours) } ?? 0)
    }

    private func report(on site: FeedSite) throws {
        let check = try FeedCheck(site, limits: ThemeArguments.packLimits())
        let signature = try signatureOptions.trustedSigners().flatMap {
            check.problem(signedBy: $0, identity: signatureOptions.identity)
        }
        let problems = [signature].compactMap(\.self) + check.problems(at: Self.now ?? check.feed.expires)
        guard problems.isEmpty else {
            for problem in problems { Console.printError(problem.text) }
            throw ExitCode(1)
        }
        Console.print(FeedListing(feed: check.feed, path: site.path, isChecked: true).text)
    }

    private func plan(for site: FeedSite) throws -> FeedPlan {
        let before = try site.feedToContinue(
            at: previous, signedBy: try signatureOptions.trustedSigners(), identity: signatureOptions.identity)
        let address = try base.map {
            try Self.value(of: "--base-url", $0.hasSuffix("/") ? $0 : $0 + "/", FeedBase.init)
        }
        guard let base = address ?? before?.base else {
            throw ValidationError("name the address of the folder with --base-url")
        }
        guard before != nil || first else {
            throw UserError(
                path: Console.relative(site.path), "there is no feed to continue",
                hint: "name the newest one with --previous: devices refuse a lower number than they have seen; "
                    + "--first begins a new feed")
        }
        let channel = try Self.value(of: "--channel", channel, FeedChannel.init)
        var plan = FeedPlan(base: base, channel: channel, expires: try expires.end())
        plan.rollout = rollout
        plan.previous = before
        plan.withdrawing = Set(try withdrawn.map(Self.digest))
        return plan
    }

    private static func value<Value>(
        of option: String, _ argument: String, _ make: (String) throws(InvalidName) -> Value
    ) throws -> Value {
        do throws(InvalidName) {
            return try make(argument)
        } catch {
            throw ValidationError("\(option) is '\(Console.printable(argument))', expected \(error.expected)")
        }
    }

    private static func digest(_ argument: String) throws -> ContentDigest {
        if let digest = ContentDigest(hex: argument) { return digest }
        guard DiskFileSystem().kind(of: argument) != nil else {
            throw UserError(
                path: argument, "does not exist", hint: "name a pack, or its SHA-256: 64 hexadecimal digits")
        }
        return try PublishedPack(reading: argument, limits: ThemeArguments.packLimits()).file.digest
    }
}
