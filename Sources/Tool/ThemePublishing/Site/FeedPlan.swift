package import ThemeProject
package import ThemeTrust

/// Computes a feed from the one before and from packs. It reads and writes no file.
package struct FeedPlan {
    package var base: FeedBase
    package var channel: FeedChannel
    package var expires: Moment
    /// The percentage of devices that get the release; `nil` for that of the release before.
    package var rollout: Int?
    package var withdrawing: Set<ContentDigest> = []
    package var previous: ThemeFeed?

    package init(base: FeedBase, channel: FeedChannel, expires: Moment) {
        self.base = base
        self.channel = channel
        self.expires = expires
    }

    private var withdrawn: Set<ContentDigest> { withdrawing.union(previous?.withdrawn ?? []) }

    /// Returns the newest pack of each theme that is not withdrawn, in the order of ids.
    package func current(of packs: [BuiltPack]) throws(UserError) -> [BuiltPack] {
        var newest: [ThemeID: BuiltPack] = [:]
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
        listing packs: [BuiltPack], deltas: (BuiltPack, [ContentDigest]) throws -> [FeedDelta]
    ) throws -> ThemeFeed {
        var channels: [FeedChannel: [FeedRelease]] = [:]
        for (channel, releases) in previous?.channels ?? [:] { channels[channel] = try remaining(of: releases) }
        let current = try current(of: packs)
        if let first = current.first {
            try checkContracts(of: current, first)
            channels[channel] = try releases(channels[channel] ?? [], adding: current, of: first.contract, deltas)
        }
        return try ThemeFeed(
            base: base, sequence: (previous?.sequence ?? 0) + 1, expires: expires,
            channels: channels.filter { !$0.value.isEmpty }, withdrawn: withdrawn)
    }

    /// The themes of the newest release before that a release for another contract does not have.
    package func missing(in feed: ThemeFeed) -> [ThemeID] {
        guard let before = previous?.channels[channel]?.first, let release = feed.channels[channel]?.first,
            before.contract != release.contract
        else { return [] }
        return Set(before.themes.keys).subtracting(release.themes.keys).sorted()
    }

    /// Returns the releases without those that list a withdrawn pack. The last release of a contract stays without the
    /// pack, because its other themes are current.
    private func remaining(of releases: [FeedRelease]) throws(FeedError) -> [FeedRelease] {
        var kept: [FeedRelease] = []
        for release in releases.reversed() {
            let themes = release.themes.filter { !withdrawn.contains($0.value.pack.digest) }
            let isLast = !kept.contains { $0.contract == release.contract }
            guard themes.count == release.themes.count || isLast, !themes.isEmpty else { continue }
            kept.append(try FeedRelease(contract: release.contract, rollout: release.rollout, themes: themes))
        }
        return kept.reversed()
    }

    /// Continues the release of the same contract, in its place; a new contract comes first.
    private func releases(
        _ known: [FeedRelease], adding packs: [BuiltPack], of contract: ContentDigest,
        _ deltas: (BuiltPack, [ContentDigest]) throws -> [FeedDelta]
    ) throws -> [FeedRelease] {
        let place = known.firstIndex { $0.contract == contract }
        let before = place.map { known[$0] }
        var themes = before?.themes ?? [:]
        for pack in packs {
            let id = pack.theme.id
            let earlier = before == nil ? known.lazy.compactMap { $0.themes[id] }.first : themes[id]
            try check(pack, replacing: earlier, known)
            themes[id] = try entry(of: pack, replacing: earlier, deltas)
        }
        let isSame = themes == before?.themes
        let isComplete = before?.rollout == 100
        if isSame, isComplete {
            guard rollout ?? 100 == 100 else {
                throw UserError(
                    "--rollout changes nothing: all devices get these packs already",
                    hint: "to stop a pack, withdraw it with --withdraw; "
                        + "a new version can start with a part of the devices")
            }
            return known
        }
        let published = previous?.channels[channel]?.first { $0.contract == contract }
        let release = try FeedRelease(
            contract: contract, rollout: rollout ?? published?.rollout ?? 100, themes: themes)
        var releases = known
        // A release that not all devices get is replaced. A complete one stays for the devices outside of the rollout.
        if let place, !isComplete { releases.remove(at: place) }
        releases.insert(release, at: place ?? 0)
        return Self.reachable(releases)
    }

    /// Leaves out the releases that no device takes: an earlier one in the list has the same contract, is for all
    /// devices, and needs no newer reader.
    private static func reachable(_ releases: [FeedRelease]) -> [FeedRelease] {
        releases.reduce(into: []) { kept, release in
            let isCovered = kept.contains {
                $0.rollout == 100 && $0.contract == release.contract && $0.minimumReader <= release.minimumReader
            }
            if !isCovered { kept.append(release) }
        }
    }

    /// Checks that all packs of a release were verified against the same defaults.
    private func checkContracts(of packs: [BuiltPack], _ first: BuiltPack) throws(UserError) {
        let first = packs.first { $0.theme.id == .default } ?? first
        guard let other = packs.first(where: { $0.contract != first.contract }) else { return }
        throw UserError(
            path: other.path,
            "has \(other.theme.id) \(other.theme.version), which was verified against other defaults than "
                + "\(first.theme.id) \(first.theme.version)",
            hint: "build all themes of the release from one project, and publish them together")
    }

    /// Checks that a version has one pack, and is higher than the one before unless that is withdrawn.
    private func check(
        _ pack: BuiltPack, replacing earlier: FeedEntry?, _ known: [FeedRelease]
    ) throws(UserError) {
        let id = pack.theme.id
        let version = pack.theme.version
        let published = known.compactMap { $0.themes[id] }.first { $0.version == version && $0.pack != pack.file }
        guard let newer = published ?? earlier, newer.pack != pack.file, version <= newer.version else { return }
        let problem =
            published == nil
            ? "has the version \(version); \(newer.version) is published"
            : "has the version \(version), which is published with other bytes"
        throw UserError(
            path: pack.path, problem,
            hint: "'themepack bump' raises versions; to go back, withdraw \(newer.pack.digest) with --withdraw")
    }

    private func entry(
        of pack: BuiltPack, replacing earlier: FeedEntry?,
        _ deltas: (BuiltPack, [ContentDigest]) throws -> [FeedDelta]
    ) throws -> FeedEntry {
        if let earlier, earlier.pack == pack.file { return earlier }
        let bases = earlier.map { [$0.pack.digest] + $0.deltas.map(\.base) } ?? []
        return try FeedEntry(
            version: pack.theme.version, pack: pack.file, minimumReader: pack.minimumReader,
            deltas: try deltas(pack, bases.filter { $0 != pack.file.digest }))
    }
}

/// A pack that was mounted and checked, with its properties in a feed.
package struct BuiltPack: Sendable {
    package let file: FeedFile
    /// Its bytes stay mapped, so that the published file is the checked one.
    private let pack: ThemePack

    package var path: String { pack.path }
    package var theme: PackTheme { pack.theme }
    package var contract: ContentDigest { pack.contract }
    package var minimumReader: UInt16 { pack.minimumReader }

    /// - Parameter limits: those of the project that built the pack.
    package init(reading path: String, limits: ProjectLimits) throws(UserError) {
        pack = try rethrow(as: { UserError($0, path: path) }) { () throws(ThemeError) in
            try ThemePack(mounting: path, mode: .checkedAtMount, limits: ReadingLimits(limits))
        }
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

extension BuiltPack: ReadableBytes {
    package var count: Int { pack.byteCount }

    package func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) {
        withBytes { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[offset..<offset + buffer.count])) }
    }
}

extension ReadingLimits {
    /// The limits of a project, which an app must also set to read its packs.
    package init(_ limits: ProjectLimits) {
        self.init()
        settingsBytes = limits.configBytes
        settingsDepth = limits.configDepth
        keyPathBytes = limits.configPathBytes
    }
}

extension UserError {
    package init(_ error: ThemeError, path: String? = nil) {
        // A theme in a folder has files of its own, which editors open by path and line.
        if path == nil, case .invalidSettings(let folder, let entry, let line, let column, let reason) = error,
            DiskFileSystem().kind(of: folder) == .folder
        {
            let position = SourcePosition(line: line, column: column)
            let path = entry.path(in: String(folder.withoutLastSlash))
            self.init(path: path, position: position, reason, hint: error.hint)
            return
        }
        self.init(
            path: path ?? error.path, [error.place, error.reason].compactMap(\.self).joined(separator: ": "),
            hint: error.hint)
    }
}
