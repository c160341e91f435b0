package import ThemeModel
package import ThemeProject
import ThemeRuntime
package import ThemeTrust

/// Computes a feed from the one before and from packs. It reads and writes no file.
package struct FeedPlan {
    package var base: FeedBase
    package var channel: FeedChannel
    package var expires: Moment
    /// For new packs, and for those that only a part of the devices gets. `nil` means 100 for new ones, and no change
    /// for others.
    package var rollout: Int?
    /// The packs to withdraw.
    package var withdrawing: Set<ContentDigest> = []
    package var previous: ThemeFeed?

    package init(base: FeedBase, channel: FeedChannel, expires: Moment) {
        self.base = base
        self.channel = channel
        self.expires = expires
    }

    private var withdrawn: Set<ContentDigest> { withdrawing.union(previous?.withdrawn ?? []) }

    /// Returns the newest pack of each theme that is not withdrawn, in the order of ids.
    package func current(of packs: [PublishedPack]) throws(UserError) -> [PublishedPack] {
        var newest: [ThemeID: PublishedPack] = [:]
        for pack in packs where !withdrawn.contains(pack.file.digest) {
            guard let other = newest[pack.theme.id] else {
                newest[pack.theme.id] = pack
                continue
            }
            guard pack.theme.version != other.theme.version || pack.file == other.file else {
                throw UserError(
                    path: pack.path, "has the version \(pack.theme.version) and other bytes than \(other.path)",
                    hint: "delete one of them")
            }
            if other.theme.version < pack.theme.version { newest[pack.theme.id] = pack }
        }
        return newest.values.sorted { $0.theme.id < $1.theme.id }
    }

    /// - Parameter deltas: returns the deltas to a pack from packs with these digests.
    package func feed(
        listing packs: [PublishedPack], deltas: (PublishedPack, [ContentDigest]) throws -> [FeedDelta]
    ) throws -> ThemeFeed {
        var channels = previous?.channels ?? [:]
        var themes = channels[channel] ?? [:]
        let current = try current(of: packs)
        for pack in current {
            let earlier = themes[pack.theme.id]
            try check(pack, replacing: earlier)
            themes[pack.theme.id] = try entry(of: pack, replacing: earlier, deltas)
        }
        guard rollout == nil || current.isEmpty || current.contains(where: { themes[$0.theme.id]?.rollout == rollout })
        else {
            throw UserError(
                "--rollout changes nothing: all devices get these packs already",
                hint: "to stop a pack, withdraw it with --withdraw; a new version can start with a part of the devices")
        }
        channels[channel] = themes.isEmpty ? nil : themes
        try Self.checkContracts(of: channel, themes.filter { !withdrawn.contains($0.value.pack.digest) })
        for (channel, themes) in channels {
            channels[channel] = themes.filter { !withdrawn.contains($0.value.pack.digest) }
        }
        return try ThemeFeed(
            base: base, sequence: (previous?.sequence ?? 0) + 1, expires: expires,
            channels: channels.filter { !$0.value.isEmpty }, withdrawn: withdrawn)
    }

    /// Checks that the themes of a channel were verified against the same defaults. Devices would refuse the others.
    static func checkContracts(of channel: FeedChannel, _ themes: [ThemeID: FeedEntry]) throws(UserError) {
        guard let first = themes[.default].map({ (ThemeID.default, $0) }) ?? themes.min(by: { $0.key < $1.key }),
            let other = themes.sorted(by: { $0.key < $1.key }).first(where: { $0.value.contract != first.1.contract })
        else { return }
        throw UserError(
            "channel '\(channel)': '\(other.key)' \(other.value.version) was verified against other defaults than "
                + "'\(first.0)' \(first.1.version)",
            hint: "build all themes of the channel from one project, and publish them together")
    }

    /// Checks that a version has one pack, and is higher than the one before unless that is withdrawn.
    private func check(_ pack: PublishedPack, replacing earlier: FeedEntry?) throws(UserError) {
        guard let earlier, earlier.pack != pack.file, !withdrawn.contains(earlier.pack.digest) else { return }
        let version = pack.theme.version
        guard version <= earlier.version else { return }
        let problem =
            version == earlier.version
            ? "has the version \(version), which is published with other bytes"
            : "has the version \(version); \(earlier.version) is published"
        throw UserError(
            path: pack.path, problem,
            hint: "'themepack bump' raises versions; to go back, withdraw \(earlier.pack.digest) with --withdraw")
    }

    private func entry(
        of pack: PublishedPack, replacing earlier: FeedEntry?,
        _ deltas: (PublishedPack, [ContentDigest]) throws -> [FeedDelta]
    ) throws -> FeedEntry {
        let isSame = earlier?.pack == pack.file
        let isComplete = isSame && earlier?.rollout == 100
        let bases = earlier.map { isSame ? [] : [$0.pack.digest] + $0.deltas.map(\.base) } ?? []
        return try FeedEntry(
            version: pack.theme.version, pack: pack.file, contract: pack.contract, minimumReader: pack.minimumReader,
            rollout: isComplete ? 100 : rollout ?? (isSame ? earlier?.rollout : nil) ?? 100,
            deltas: isSame ? earlier?.deltas ?? [] : try deltas(pack, bases.filter { $0 != pack.file.digest }))
    }
}

/// A pack that was mounted and checked, with its properties in a feed.
package struct PublishedPack: Sendable {
    package let path: String
    package let theme: PackTheme
    package let contract: ContentDigest
    package let minimumReader: UInt16
    package let file: FeedFile
    /// Its bytes stay mapped, so that the published file is the checked one.
    private let pack: ThemePack

    /// - Parameter limits: those of the project that built the pack.
    package init(reading path: String, limits: ProjectLimits) throws(UserError) {
        var reading = ReadingLimits()
        reading.settingsBytes = limits.configBytes
        reading.settingsDepth = limits.configDepth
        reading.keyPathBytes = limits.configPathBytes
        do throws(ThemeError) {
            pack = try ThemePack(mounting: path, mode: .checkedAtMount, limits: reading)
        } catch {
            throw UserError(
                path: path, [error.place, error.reason].compactMap(\.self).joined(separator: ": "), hint: error.hint)
        }
        self.path = path
        theme = pack.theme
        contract = pack.contract
        minimumReader = pack.minimumReader
        let digest = pack.memory.withBytes { ContentDigest(of: $0) }
        guard let file = FeedFile(digest: digest, byteCount: Int64(pack.byteCount)) else {
            throw UserError(path: path, "has \(pack.byteCount) bytes, which a feed cannot list")
        }
        self.file = file
    }

    package func withBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result { try pack.memory.withBytes(body) }
}
