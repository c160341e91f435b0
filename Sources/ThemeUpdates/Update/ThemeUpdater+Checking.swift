import ThemeModel
import PackFormat
import ThemeRuntime
import ThemeSystem
import ThemeTrust

extension ThemeUpdater {
    /// Fetches the feed, and compares it with the installed packs. Changes no theme.
    ///
    /// An unchanged feed costs one request for its signature, also if it was signed again. A feed that has expired
    /// gives a plan without steps.
    /// - Throws: ``UpdateError`` if there is no feed that can be followed. What is installed stays.
    public func check() async throws(UpdateError) -> UpdatePlan {
        let (feed, bytes, signature) = try await fetchFeed()
        guard feed.base == source.base else {
            throw .otherBase(found: feed.base, expected: source.base)
        }
        let lock = try await store.lock()
        defer { withExtendedLifetime(lock) {} }
        var state = try store.state()
        let known = state
        let key = signature.key.fingerprint
        let seen = trustedMemory(state)
        guard feed.sequence >= seen.sequence else {
            throw .olderFeed(sequence: feed.sequence, known: seen.sequence)
        }
        let digest = ContentDigest(of: bytes).description
        guard feed.sequence > seen.sequence || digest == seen.feed else {
            throw .changedFeed(sequence: feed.sequence)
        }
        // A list of all withdrawn packs would be read and written with each state.
        let withdrawn = state.themes.values.flatMap(\.packs).filter { pack in
            pack.digest.map { feed.withdrawn.contains($0) } ?? false
        }
        state.seen[source.base.string] = UpdateState.Seen(
            sequence: feed.sequence, feed: digest, key: key, expires: feed.expires.secondsSince1970,
            withdrawn: Set(withdrawn.map(\.sha256)))
        if state != known || store.length(store.statePath) == nil {
            try store.write(bytes, to: store.feedFile(ThemeFeed.fileName))
            try store.write(state)
        }
        return plan(feed, state)
    }

    /// Returns what is stored about the newest feed; nothing if the key that signed it is no longer trusted. Otherwise
    /// a stolen key could sign a huge sequence number, and the feeds of the next key would be refused.
    private func trustedMemory(_ state: UpdateState) -> UpdateState.Seen {
        let seen = state.seen(at: source.base.string)
        guard let key = seen.key, !source.signers.isTrusted(keyWithFingerprint: key, at: now()) else { return seen }
        return UpdateState.Seen()
    }

    /// Fetches the signature, and the feed only if the signature is not one of the stored feed.
    private func fetchFeed() async throws(UpdateError) -> (ThemeFeed, bytes: [UInt8], signature: SSHSignature) {
        let (name, base) = (ThemeFeed.fileName, source.base)
        let armored = try await fetcher.bytes(of: base.url(of: "\(name).sig"), limit: SSHSignature.maximumByteCount)
        let signature: SSHSignature
        do throws(TrustError) {
            signature = try SSHSignature(armored: armored, path: "\(name).sig")
        } catch {
            throw .feed(.untrusted(error))
        }
        if let bytes = try? store.read(store.feedFile(name), limit: ThemeFeed.maximumByteCount),
            let feed = try? verified(bytes, signature)
        {
            return (feed, bytes, signature)
        }
        let bytes = try await fetcher.bytes(of: base.url(of: name), limit: ThemeFeed.maximumByteCount)
        do throws(FeedError) {
            return (try verified(bytes, signature), bytes, signature)
        } catch {
            throw .feed(error)
        }
    }

    private func verified(_ bytes: [UInt8], _ signature: SSHSignature) throws(FeedError) -> ThemeFeed {
        try ThemeFeed(
            verifying: bytes, signature: signature, trusting: source.signers, identity: source.identity, at: now())
    }

    private func plan(_ feed: ThemeFeed, _ state: UpdateState) -> UpdatePlan {
        let entries = (feed.channels[source.channel] ?? [:]).filter { source.themes?.contains($0.key) ?? true }
        let isExpired = now().timeIntervalSince1970 > Double(feed.expires.secondsSince1970)
        var (steps, obstacles): ([UpdatePlan.Step], [ThemeID: UpdatePlan.Obstacle]) = ([], [:])
        // The default theme is first, because the other themes must have the contract of the new default theme.
        var contract = expectedContract(receiver.library.snapshot.packs[.default])
        let ids = entries.keys.sorted()
        for id in ids.filter({ $0 == .default }) + ids.filter({ $0 != .default }) {
            guard let entry = entries[id] else { continue }
            let expected = id == .default ? nil : contract
            if let obstacle = obstacle(id, entry, feed, state, contract: expected, isExpired: isExpired) {
                obstacles[id] = obstacle
                if id == .default, obstacle == .downloaded { contract = entry.contract }
            } else {
                steps.append(UpdatePlan.Step(theme: id, entry: entry, source: way(to: id, entry, state)))
                if id == .default { contract = entry.contract }
            }
        }
        let withdrawn = state.themes.filter { $0.value.current.map(state.isWithdrawn) ?? false }
        return UpdatePlan(
            steps: steps.sorted { $0.theme < $1.theme }, obstacles: obstacles, sequence: feed.sequence,
            expires: feed.expires, isExpired: isExpired,
            withdrawn: withdrawn.keys.compactMap { try? ThemeID($0) }.sorted())
    }

    private func obstacle(
        _ id: ThemeID, _ entry: FeedEntry, _ feed: ThemeFeed, _ state: UpdateState, contract: ContentDigest?,
        isExpired: Bool
    ) -> UpdatePlan.Obstacle? {
        let (theme, digest) = (state.themes[id.string] ?? UpdateState.Theme(), entry.pack.digest)
        let isDamaged = receiver.library.snapshot.packs[id]?.isDamaged ?? false
        if isDamaged {
            // The same pack is fetched again.
        } else if let current = theme.current {
            if current.digest == digest {
                // Another process has activated it.
                return shown[id] == current.sha256 ? .upToDate : .downloaded
            }
        } else if let own = embedded[id], Int64(own.byteCount) == entry.pack.byteCount, embeddedDigest(of: id) == digest
        {
            return .upToDate
        }
        if isExpired { return .expired }
        if let reason = theme.barred[digest.description] { return .barred(reason: reason) }
        if let newer = newerVersion(than: entry, id, theme, feed) {
            return .olderVersion(found: entry.version, installed: newer)
        }
        if entry.minimumReader > PackIndex.formatVersion {
            return .needsNewerReader(minimumReader: entry.minimumReader)
        }
        if let contract, contract != entry.contract {
            return .otherContract(found: entry.contract, expected: contract)
        }
        let release = feed.channels[source.channel] ?? [:]
        if Rollout.bucket(installation: state.installation, release) >= entry.rollout {
            return .notInRollout(percentage: entry.rollout)
        }
        if !isDamaged, theme.pending?.digest == digest,
            store.length(store.path(ofPack: digest)) == entry.pack.byteCount
        {
            return .downloaded
        }
        return nil
    }

    /// The version in force if it is newer than that of the feed, and not withdrawn.
    private func newerVersion(
        than entry: FeedEntry, _ id: ThemeID, _ theme: UpdateState.Theme, _ feed: ThemeFeed
    ) -> SemanticVersion? {
        let installed = theme.current.flatMap { try? SemanticVersion($0.version) }
        guard let version = installed ?? embedded[id]?.theme.version, entry.version.precedes(version),
            let digest = theme.current?.digest ?? embeddedDigest(of: id), !feed.withdrawn.contains(digest)
        else { return nil }
        return version
    }

    private func way(to id: ThemeID, _ entry: FeedEntry, _ state: UpdateState) -> UpdatePlan.Step.Source {
        if store.length(store.path(ofPack: entry.pack.digest)) == entry.pack.byteCount { return .store }
        guard !entry.deltas.isEmpty,
            let base = state.themes[id.string]?.current?.digest ?? embeddedDigest(of: id),
            let delta = entry.deltas.first(where: { $0.base == base }), delta.file.byteCount < entry.pack.byteCount
        else { return .pack }
        return .delta(delta)
    }
}
