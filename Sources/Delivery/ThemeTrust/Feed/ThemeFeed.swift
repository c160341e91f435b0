public import ThemeSystem

// See docs/decisions/34-feeds.md.
/// The list of current releases that devices follow. FEED.md defines the file.
///
/// Bytes, a signature in the form of OpenSSH and a list of signers come in. A feed comes out only if a signer of the
/// list signed exactly these bytes; the tool also reads feeds that are not signed yet. A feed has one form: it is
/// written again, and compared. ``VerifiedPack`` verifies a pack likewise. Nothing here opens a connection: the caller
/// compares ``expires`` with its clock, and ``sequence`` with the highest one that it has seen.
public struct ThemeFeed: Hashable, Sendable {
    /// The namespace of signatures of feeds.
    public static let namespace = "themepack-feed"
    /// The name of the file. The signature's has `.sig` after it.
    public static let fileName = "feed.json"
    /// The newest version of the file that this code reads and writes.
    public static let formatVersion = 1
    /// The most bytes that a feed can have.
    public static let maximumByteCount = 16_777_216
    /// The numbers that a feed can have. Every JSON reader reads them exactly.
    public static let sequences: ClosedRange<UInt64> = 1...9_007_199_254_740_992

    /// The address of the folder that the feed and its files are in.
    public let base: FeedBase
    /// Grows with every feed of a base. A device refuses a lower one than it has seen.
    public let sequence: UInt64
    /// The last moment at which a device installs packs of the feed.
    public let expires: Moment
    /// The releases of each channel, the newest first. A device takes the first one that it can take as a whole.
    public let channels: [FeedChannel: [FeedRelease]]
    /// Packs that are not used any more.
    public let withdrawn: Set<ContentDigest>

    /// Creates a feed.
    ///
    /// - Throws: ``FeedError`` if the number is none of ``sequences``, or an entry's pack is withdrawn.
    public init(
        base: FeedBase, sequence: UInt64, expires: Moment,
        channels: [FeedChannel: [FeedRelease]], withdrawn: Set<ContentDigest> = []
    ) throws(FeedError) {
        guard Self.sequences.contains(sequence) else {
            throw .malformed(
                place: "sequence",
                reason: "expected a whole number from \(Self.sequences.lowerBound) to \(Self.sequences.upperBound)")
        }
        for (channel, releases) in channels {
            for (number, release) in releases.enumerated() {
                for (id, entry) in release.themes where withdrawn.contains(entry.pack.digest) {
                    throw .malformed(
                        place: "channels.\(channel).\(number).themes.\(id)",
                        reason: "lists the pack \(entry.pack.digest), which is withdrawn")
                }
            }
        }
        self.base = base
        self.sequence = sequence
        self.expires = expires
        self.channels = channels
        self.withdrawn = withdrawn
    }

    /// The version of a theme in the newest release of a channel that has it; `nil` if none has.
    public func entry(of id: ThemeID, in channel: FeedChannel) -> FeedEntry? {
        channels[channel]?.lazy.compactMap { $0.themes[id] }.first
    }
}

extension ThemeFeed {
    /// The file: canonical JSON. Equal feeds have equal bytes.
    public var bytes: [UInt8] { CanonicalJSON.encode(value) }

    private var value: SettingValue {
        let channels = channels.map { ($0.string, $1.map(\.value).json) }
        return .members([
            "base": base.string, "channels": SettingValue.object(Dictionary(uniqueKeysWithValues: channels)),
            "expires": expires.description, "formatVersion": Self.formatVersion, "minimumReader": 1,
            "sequence": sequence, "withdrawn": withdrawn.sorted(by: ContentDigest.precedesByBytes),
        ])
    }
}

extension FeedRelease {
    fileprivate var value: SettingValue {
        let themes = themes.map { ($0.string, $1.value) }
        return .members([
            "contract": contract, "rollout": rollout,
            "themes": SettingValue.object(Dictionary(uniqueKeysWithValues: themes)),
        ])
    }
}

extension FeedEntry {
    fileprivate var value: SettingValue {
        .members([
            "address": pack.address, "bytes": pack.byteCount, "deltas": deltas.map(\.value),
            "minimumReader": minimumReader, "sha256": pack.digest, "version": version,
        ])
    }
}

extension FeedDelta {
    fileprivate var value: SettingValue {
        .members(["address": file.address, "base": base, "bytes": file.byteCount, "sha256": file.digest])
    }
}

extension ThemeFeed {
    /// Reads a feed that a trusted signer signed. Nothing is parsed before the signature is verified.
    ///
    /// It can be expired, old or for another address: the caller compares ``expires``, ``sequence`` and ``base``.
    ///
    /// - Parameters:
    ///   - bytes: the file.
    ///   - signature: the signature of these bytes.
    ///   - signers: the signers who are trusted.
    ///   - identity: the identity that the signer must have; `nil` accepts every trusted signer.
    ///   - date: the time at which the signer must be trusted.
    public init(
        verifying bytes: [UInt8], signature: SSHSignature, trusting signers: TrustedSigners, identity: String? = nil,
        at date: Date = Date()
    ) throws(FeedError) {
        _ = try rethrow(as: FeedError.untrusted) { () throws(TrustError) in
            try signers.verify(signature, of: bytes, namespace: Self.namespace, identity: identity, at: date)
        }
        try self.init(unverified: bytes)
    }

    /// Reads a feed whose signer is not known, for example one that was just written.
    public init(unverified bytes: [UInt8]) throws(FeedError) {
        let value = try rethrow(as: { FeedError.malformed(place: "byte \($0.offset)", reason: $0.defect.description) })
        { () throws(SettingsError) in
            try bytes.withBytes { bytes throws(SettingsError) in try JSONReader.value(of: bytes, Self.limits) }
        }
        let header = try FeedMembers(value, at: "", keys: nil)
        let minimumReader = try header.number("minimumReader", 1...65535)
        guard minimumReader <= Self.formatVersion else {
            throw .newerFormat(minimumReader: Int(minimumReader), reads: Self.formatVersion)
        }
        let version = try header.number("formatVersion", minimumReader...65535)
        // A newer version can have more members. One of this version has one form.
        let isNewer = version > Self.formatVersion
        try self.init(value, isNewer: isNewer)
        guard isNewer || self.bytes == bytes else { throw .malformed(place: nil, reason: "is not in canonical form") }
    }

    /// The address of the feed below the base. The digest of the signature is its query, so that no cache answers with
    /// the feed of an earlier signature.
    package static func address(signature: [UInt8]) -> String { "\(fileName)?\(ContentDigest(of: signature))" }

    private static let limits = SettingsLimits(bytes: maximumByteCount, depth: 16, pathBytes: 16_777_216)

    private static let keys = [
        "base", "channels", "expires", "formatVersion", "minimumReader", "sequence", "withdrawn",
    ]

    private init(_ value: SettingValue, isNewer: Bool) throws(FeedError) {
        let members = try FeedMembers(value, at: "", keys: isNewer ? nil : Self.keys)
        var channels: [FeedChannel: [FeedRelease]] = [:]
        let list = try FeedMembers(try members.value("channels"), at: "channels", keys: nil)
        for (name, _) in list.all {
            guard let channel = try? FeedChannel(name) else {
                throw list.problem(name, "is not the name of a channel")
            }
            var releases: [FeedRelease] = []
            for (number, release) in try list.list(name).enumerated() {
                releases.append(try FeedRelease(release, at: "\(list.place(name)).\(number)", isNewer: isNewer))
            }
            channels[channel] = releases
        }
        var withdrawn: Set<ContentDigest> = []
        for item in try members.list("withdrawn") {
            guard let digest = FeedMembers.digest(item) else {
                throw members.problem("withdrawn", FeedMembers.digestExpected)
            }
            withdrawn.insert(digest)
        }
        try self.init(
            base: try members.named("base") { text throws(InvalidName) in try FeedBase(text) },
            sequence: try members.number("sequence", Self.sequences),
            expires: try members.named("expires") { text throws(InvalidName) in try Moment(text) },
            channels: channels, withdrawn: withdrawn)
    }
}

extension FeedRelease {
    fileprivate init(_ value: SettingValue, at place: String, isNewer: Bool) throws(FeedError) {
        let members = try FeedMembers(value, at: place, keys: isNewer ? nil : ["contract", "rollout", "themes"])
        let themes = try FeedMembers(try members.value("themes"), at: members.place("themes"), keys: nil)
        var entries: [ThemeID: FeedEntry] = [:]
        for (name, entry) in themes.all {
            guard let id = try? ThemeID(name) else { throw themes.problem(name, "is not the id of a theme") }
            entries[id] = try FeedEntry(entry, at: themes.place(name), isNewer: isNewer)
        }
        guard !entries.isEmpty else { throw members.problem("themes", "expected a theme") }
        try self.init(
            contract: try members.digest("contract"), rollout: Int(try members.number("rollout", 0...100)),
            themes: entries)
    }
}

extension FeedEntry {
    private static let keys = ["address", "bytes", "deltas", "minimumReader", "sha256", "version"]

    fileprivate init(_ value: SettingValue, at place: String, isNewer: Bool) throws(FeedError) {
        let members = try FeedMembers(value, at: place, keys: isNewer ? nil : Self.keys)
        var deltas: [FeedDelta] = []
        for (index, item) in try members.list("deltas").enumerated() {
            let delta = try FeedMembers(
                item, at: "\(place).deltas.\(index)", keys: isNewer ? nil : ["address", "base", "bytes", "sha256"])
            deltas.append(FeedDelta(base: try delta.digest("base"), file: try FeedFile(delta)))
        }
        do throws(FeedError) {
            try self.init(
                version: try members.named("version") { text throws(InvalidName) in try SemanticVersion(text) },
                pack: try FeedFile(members), minimumReader: UInt16(try members.number("minimumReader", 1...65535)),
                deltas: deltas)
        } catch .malformed("deltas", let reason) {
            throw members.problem("deltas", reason)
        }
    }
}

extension FeedFile {
    fileprivate init(_ members: FeedMembers) throws(FeedError) {
        let digest = try members.digest("sha256")
        guard try members.text("address") == Self.address(of: digest) else {
            throw members.problem("address", "expected \(Self.address(of: digest))")
        }
        let count = try members.number("bytes", UInt64(Self.byteCounts.lowerBound)...UInt64(Self.byteCounts.upperBound))
        self.digest = digest
        byteCount = Int64(count)
    }
}

/// The reason why a file is not a feed, or is not trusted.
public enum FeedError: DescribedError, Hashable, Sendable {
    /// The file breaks a rule of FEED.md. `place` is a path of keys, such as `channels.stable.year.bytes`, or
    /// the number of a byte.
    case malformed(place: String?, reason: String)
    /// The feed needs a newer version of this library, which reads versions up to `reads`.
    case newerFormat(minimumReader: Int, reads: Int)
    /// The signature is missing, wrong, or by somebody who is not trusted.
    case untrusted(TrustError)

    /// The reason for the error, in one clause.
    public var reason: String {
        switch self {
        case .malformed(_, let reason): reason
        case .newerFormat(let minimumReader, let reads):
            "the feed needs a reader of version \(minimumReader); this one reads version \(reads)"
        case .untrusted(let error): error.reason
        }
    }

    /// Advice on how to fix it.
    public var hint: String? {
        switch self {
        case .malformed: "fetch it again, or write it with 'themepack feed'"
        case .newerFormat: "update the app"
        case .untrusted(let error): error.hint
        }
    }

    /// Place and reason.
    public var message: String {
        if case .malformed(let place?, let reason) = self { return "\(place): \(reason)" }
        return reason
    }
}
