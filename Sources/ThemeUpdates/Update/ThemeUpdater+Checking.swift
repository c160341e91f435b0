import ThemeSystem

extension ThemeUpdater {
    /// Fetches the feed, and compares it with the installed packs. Changes no theme.
    ///
    /// An unchanged feed costs one request for its signature, also if it was signed again. A feed that has expired
    /// gives a plan without steps.
    /// - Throws: ``UpdateError`` if there is no feed that can be followed. What is installed stays.
    public func check() async throws(UpdateError) -> UpdatePlan { try await check(with: []) }

    /// - Parameter asked: the themes to fetch even if they are on demand.
    func check(with asked: Set<ThemeID>) async throws(UpdateError) -> UpdatePlan {
        var servers = source.servers
        return try await ask(&servers, fetcher) { fetcher throws(UpdateError) in
            try await check(with: asked, fetcher)
        }
    }

    private func check(with asked: Set<ThemeID>, _ fetcher: Fetcher) async throws(UpdateError) -> UpdatePlan {
        let (feed, bytes, signature) = try await fetchFeed(fetcher)
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
        return plan(feed, state, asked)
    }

    /// Returns what is stored about the newest feed; nothing if the key that signed it is no longer trusted. Otherwise
    /// a stolen key could sign a huge sequence number, and the feeds of the next key would be refused.
    private func trustedMemory(_ state: UpdateState) -> UpdateState.Seen {
        let seen = state.seen(at: source.base.string)
        guard let key = seen.key, !source.signers.isTrusted(keyWithFingerprint: key, at: now()) else { return seen }
        return UpdateState.Seen()
    }

    /// Fetches the signature, and the feed only if the signature is not one of the stored feed: compressed if possible.
    private func fetchFeed(
        _ fetcher: Fetcher
    ) async throws(UpdateError) -> (ThemeFeed, bytes: [UInt8], signature: SSHSignature) {
        let (name, base) = (ThemeFeed.fileName, fetcher.server)
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
        if let bytes = try await compressedFeed(of: armored, fetcher), let feed = try? verified(bytes, signature) {
            return (feed, bytes, signature)
        }
        let bytes = try await fetcher.bytes(of: base.url(of: name), limit: ThemeFeed.maximumByteCount)
        do throws(FeedError) {
            return (try verified(bytes, signature), bytes, signature)
        } catch {
            throw .feed(error)
        }
    }

    /// Fetches the feed that belongs to a signature. `nil` if the server does not have it, as when another program has
    /// signed the feed.
    private func compressedFeed(of signature: [UInt8], _ fetcher: Fetcher) async throws(UpdateError) -> [UInt8]? {
        let url = fetcher.server.url(of: ThemeFeed.compressedAddress(signature: signature))
        do throws(UpdateError) {
            return ThemeFeed.bytes(
                compressed: try await fetcher.bytes(of: url, limit: ThemeFeed.compressedByteCountMax))
        } catch {
            if case .unusableAnswer = error { return nil }
            guard case .status = error, !error.isTransient else { throw error }
            return nil
        }
    }

    private func verified(_ bytes: [UInt8], _ signature: SSHSignature) throws(FeedError) -> ThemeFeed {
        try ThemeFeed(
            verifying: bytes, signature: signature, trusting: source.signers, identity: source.identity, at: now())
    }

    /// Takes the first release of the channel that this device can take as a whole.
    private func plan(_ feed: ThemeFeed, _ state: UpdateState, _ asked: Set<ThemeID>) -> UpdatePlan {
        let isExpired = now().timeIntervalSince1970 > Double(feed.expires.secondsSince1970)
        var (steps, obstacles): ([UpdatePlan.Step], [ThemeID: UpdatePlan.Obstacle]) = ([], [:])
        for release in feed.channels[source.channel] ?? [] {
            let followed = release.themes.filter { source.themes?.contains($0.key) ?? true }
            let members = followed.filter { !source.onDemand || asked.contains($0.key) || has($0.key, state) }
            if let obstacle = obstacle(release, members.isEmpty ? followed : members, feed, state) {
                obstacles.merge(followed.mapValues { _ in obstacle }) { newest, _ in newest }
                continue
            }
            obstacles.merge(followed.mapValues { _ in .notAskedFor }) { $1 }
            guard !members.isEmpty else { continue }
            for (id, entry) in members.sorted(by: { $0.key < $1.key }) {
                obstacles[id] = obstacle(id, entry, feed, state, isExpired: isExpired)
                guard obstacles[id] == nil else { continue }
                let source = way(to: id, entry, state)
                steps.append(
                    UpdatePlan.Step(theme: id, entry: entry, contract: release.contract, source: source))
            }
            break
        }
        let withdrawn = state.themes.filter { $0.value.current.map(state.isWithdrawn) ?? false }
        return UpdatePlan(
            steps: steps, obstacles: obstacles, sequence: feed.sequence, expires: feed.expires, isExpired: isExpired,
            withdrawn: withdrawn.keys.compactMap { try? ThemeID($0) }.sorted())
    }

    /// Whether the app has brought a theme, or the device has fetched a version of it.
    func has(_ id: ThemeID, _ state: UpdateState) -> Bool { embedded[id] != nil || state.themes[id.string] != nil }

    /// The reason why this device does not take a release; `nil` if it takes it, or has taken it.
    private func obstacle(
        _ release: FeedRelease, _ members: [ThemeID: FeedEntry], _ feed: ThemeFeed, _ state: UpdateState
    ) -> UpdatePlan.Obstacle? {
        if members.allSatisfy({ isInForce($1, of: $0, state) }) { return nil }
        for (id, entry) in members.sorted(by: { $0.key < $1.key }) {
            if let reason = state.themes[id.string]?.barred[entry.pack.digest.description] {
                return .barred(reason: reason)
            }
        }
        if release.minimumReader > PackIndex.formatVersion {
            return .needsNewerReader(minimumReader: release.minimumReader)
        }
        let replacesDefault = members[.default].map { newerVersion(than: $0, .default, feed, state) == nil } ?? false
        let current = replacesDefault ? nil : expectedContract(receiver.library.snapshot.packs[.default])
        guard knows(release.contract), current == nil || current == release.contract else {
            return .otherContract(found: release.contract)
        }
        return release.bucket(installation: state.installation) < release.rollout
            ? nil : .notInRollout(percentage: release.rollout)
    }

    /// Whether the store has the pack in force, or the app has brought it.
    private func isInForce(_ entry: FeedEntry, of id: ThemeID, _ state: UpdateState) -> Bool {
        if let current = state.themes[id.string]?.current { return current.digest == entry.pack.digest }
        return embedded[id].map { Int64($0.byteCount) } == entry.pack.byteCount
            && embeddedDigest(of: id) == entry.pack.digest
    }

    /// The reason why a pack of the release is not fetched.
    private func obstacle(
        _ id: ThemeID, _ entry: FeedEntry, _ feed: ThemeFeed, _ state: UpdateState, isExpired: Bool
    ) -> UpdatePlan.Obstacle? {
        let theme = state.themes[id.string] ?? UpdateState.Theme()
        // A damaged pack is fetched again.
        let isDamaged = receiver.library.snapshot.packs[id]?.isDamaged ?? false
        if !isDamaged, isInForce(entry, of: id, state) {
            // Another process has activated what this one does not show.
            return theme.current == nil || shown[id] == theme.current?.sha256 ? .upToDate : .downloaded
        }
        if isExpired { return .expired }
        if let newer = newerVersion(than: entry, id, feed, state) {
            return .olderVersion(found: entry.version, installed: newer)
        }
        let isPending = theme.pending?.digest == entry.pack.digest
        return !isDamaged && isPending && store.length(store.path(ofPack: entry.pack.digest)) == entry.pack.byteCount
            ? .downloaded : nil
    }

    /// The version in force if it is newer than that of the feed, and not withdrawn.
    private func newerVersion(
        than entry: FeedEntry, _ id: ThemeID, _ feed: ThemeFeed, _ state: UpdateState
    ) -> SemanticVersion? {
        let theme = state.themes[id.string] ?? UpdateState.Theme()
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
