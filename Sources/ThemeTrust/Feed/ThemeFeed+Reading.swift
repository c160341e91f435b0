import PackFormat
import ThemeModel
import ThemeRuntime

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

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
        do throws(TrustError) {
            _ = try signers.verify(signature, of: bytes, namespace: Self.namespace, identity: identity, at: date)
        } catch {
            throw .untrusted(error)
        }
        try self.init(unverified: bytes)
    }

    /// Reads a feed whose signer is not known, for example one that was just written.
    public init(unverified bytes: [UInt8]) throws(FeedError) {
        let parsed = bytes.withUnsafeBytes { bytes in
            Result { () throws(JSONError) in try JSONReader.value(of: bytes, Self.limits) }
        }
        let value: SettingValue
        switch parsed {
        case .success(let parsed): value = parsed
        case .failure(let error): throw .malformed(place: "byte \(error.offset)", reason: error.defect.description)
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

    private static let limits = SettingsLimits(bytes: maximumByteCount, depth: 16, pathBytes: 16_777_216)

    private static let keys = [
        "base", "channels", "expires", "formatVersion", "minimumReader", "sequence", "withdrawn",
    ]

    private init(_ value: SettingValue, isNewer: Bool) throws(FeedError) {
        let members = try FeedMembers(value, at: "", keys: isNewer ? nil : Self.keys)
        var channels: [FeedChannel: [ThemeID: FeedEntry]] = [:]
        let list = try FeedMembers(try members.value("channels"), at: "channels", keys: nil)
        for (name, themes) in list.all {
            guard let channel = try? FeedChannel(name) else {
                throw list.problem(name, "is not the name of a channel")
            }
            let themes = try FeedMembers(themes, at: list.place(name), keys: nil)
            var entries: [ThemeID: FeedEntry] = [:]
            for (name, entry) in themes.all {
                guard let id = try? ThemeID(name) else { throw themes.problem(name, "is not the id of a theme") }
                entries[id] = try FeedEntry(entry, at: themes.place(name), isNewer: isNewer)
            }
            channels[channel] = entries
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

extension FeedEntry {
    private static let keys = [
        "address", "bytes", "contract", "deltas", "minimumReader", "rollout", "sha256", "version",
    ]

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
                pack: try FeedFile(members), contract: try members.digest("contract"),
                minimumReader: UInt16(try members.number("minimumReader", 1...65535)),
                rollout: Int(try members.number("rollout", 0...100)), deltas: deltas)
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
        guard let file = FeedFile(digest: digest, byteCount: Int64(count)) else {
            throw members.problem("bytes", "expected the size of a file")
        }
        self = file
    }
}
