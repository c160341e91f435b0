import ArgumentParser
import ThemePackager
import ThemePublishing
import ThemeTrust

/// The options that decide what a new feed says besides its packs.
struct FeedPlanOptions: ParsableArguments {
    @Option(
        name: .customLong("base-url"),
        help: ArgumentHelp(
            "The address of the folder, https://HOST/PATH/. (default: that of the feed before)", valueName: "url"))
    var base: String?

    @Option(help: ArgumentHelp("The channel to publish in. (default: stable)", valueName: "name"))
    var channel: String?

    @Option(
        help: ArgumentHelp("The feed before. (default: the one that is replaced)", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var previous: String?

    @Flag(help: "Begin with number 1 if there is no feed before. Devices that have followed another one refuse it.")
    var first = false

    @Option(
        help: ArgumentHelp(
            """
            How long devices follow it: days (30d), hours (12h). Counts from SOURCE_DATE_EPOCH if it is set. \
            (default: 30d)
            """, valueName: "time"),
        transform: LifeTime.init(argument:))
    var expires: LifeTime?

    @Option(
        help: ArgumentHelp(
            """
            The percentage of devices that get the release. The others keep the last complete one. \
            (default: that of the release before, 100 for the first)
            """, valueName: "percent"))
    var rollout: Int?

    @Option(
        name: .customLong("withdraw"),
        help: ArgumentHelp(
            "A pack that no device may use any more, or its SHA-256. May be repeated.", valueName: "pack"),
        completion: .file())
    var withdrawn: [String] = []

    func validate() throws {
        guard rollout.map((0...100).contains) ?? true else {
            throw ValidationError("--rollout takes a number from 0 to 100")
        }
    }

    var isGiven: Bool {
        base != nil || channel != nil || previous != nil || first || expires != nil || rollout != nil
            || !withdrawn.isEmpty
    }

    /// - Parameter signatureOptions: say who must have signed the feed before.
    func plan(for site: FeedSite, _ signatureOptions: SignatureOptions) throws -> FeedPlan {
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
        let channel = try Self.value(of: "--channel", channel ?? "stable", FeedChannel.init)
        let end = try (expires ?? LifeTime(hours: 30 * 24)).end()
        var plan = FeedPlan(base: base, channel: channel, expires: end)
        plan.rollout = rollout
        plan.previous = before
        plan.withdrawing = Set(try withdrawn.map(Self.digest))
        return plan
    }

    private static func value<Value>(
        of option: String, _ argument: String, _ make: (String) throws(InvalidName) -> Value
    ) throws -> Value {
        try rethrow(as: { ValidationError("\(option) is '\(Console.printable(argument))', expected \($0.expected)") }) {
            () throws(InvalidName) in
            try make(argument)
        }
    }

    private static func digest(_ argument: String) throws -> ContentDigest {
        if let digest = ContentDigest(hex: argument) { return digest }
        guard DiskFileSystem().kind(of: argument) != nil else {
            throw UserError(
                path: argument, "does not exist", hint: "name a pack, or its SHA-256: 64 hexadecimal digits")
        }
        return try BuiltPack(reading: argument, limits: ThemeArguments.packLimits()).file.digest
    }
}
