import ThemeSystem

/// Compares a feed with what the device has, and chooses what to fetch. Changes nothing.
struct UpdatePlanner {
    let source: UpdateSource
    let feed: ThemeFeed
    let state: UpdateState
    let store: UpdateStore
    let device: DevicePacks
    let mounted: [ThemeID: ThemePack]
    /// The SHA-256 of the installed packs that this process shows.
    let shown: [ThemeID: String]
    let isExpired: Bool

    /// Takes the first release of the channel that this device can take as a whole.
    ///
    /// - Parameter asked: the themes to fetch even if they are on demand.
    func plan(with asked: Set<ThemeID>) -> UpdatePlan {
        var steps: [UpdatePlan.Step] = []
        var obstacles: [ThemeID: UpdatePlan.Obstacle] = [:]
        for release in feed.channels[source.channel] ?? [] {
            let followed = release.themes.filter { source.themes?.contains($0.key) ?? true }
            let members = followed.filter { !source.onDemand || asked.contains($0.key) || device.has($0.key, state) }
            if let obstacle = obstacle(release, members.isEmpty ? followed : members) {
                obstacles.merge(followed.mapValues { _ in obstacle }) { newest, _ in newest }
                continue
            }
            obstacles.merge(followed.mapValues { _ in .notAskedFor }) { $1 }
            guard !members.isEmpty else { continue }
            for (id, entry) in members.sorted(by: { $0.key < $1.key }) {
                obstacles[id] = obstacle(id, entry)
                guard obstacles[id] == nil else { continue }
                let way = way(to: id, entry)
                steps.append(UpdatePlan.Step(theme: id, entry: entry, contract: release.contract, source: way))
            }
            break
        }
        let withdrawn = state.themes.filter { $0.value.current.map(state.isWithdrawn) ?? false }
        return UpdatePlan(
            steps: steps, obstacles: obstacles, sequence: feed.sequence, expires: feed.expires, isExpired: isExpired,
            withdrawn: withdrawn.keys.compactMap { try? ThemeID($0) }.sorted())
    }

    /// The reason why this device does not take a release; `nil` if it takes it, or has taken it.
    private func obstacle(_ release: FeedRelease, _ members: [ThemeID: FeedEntry]) -> UpdatePlan.Obstacle? {
        if members.allSatisfy({ isInForce($1, of: $0) }) { return nil }
        for (id, entry) in members.sorted(by: { $0.key < $1.key }) {
            if let reason = state.themes[id.string]?.barred[entry.pack.digest.description] {
                return .barred(reason: reason)
            }
        }
        if release.minimumReader > PackIndex.formatVersion {
            return .needsNewerReader(minimumReader: release.minimumReader)
        }
        let replacesDefault = members[.default].map { newerVersion(than: $0, .default) == nil } ?? false
        let current = replacesDefault ? nil : DevicePacks.expectedContract(mounted[.default])
        guard device.knows(release.contract), current == nil || current == release.contract else {
            return .otherContract(found: release.contract)
        }
        return release.bucket(installation: state.installation) < release.rollout
            ? nil : .notInRollout(percentage: release.rollout)
    }

    /// Whether the store has the pack in force, or the app has brought it.
    private func isInForce(_ entry: FeedEntry, of id: ThemeID) -> Bool {
        if let current = state.themes[id.string]?.current { return current.digest == entry.pack.digest }
        return device.embedded[id].map { Int64($0.byteCount) } == entry.pack.byteCount
            && device.embeddedDigest(of: id) == entry.pack.digest
    }

    /// The reason why a pack of the release is not fetched.
    private func obstacle(_ id: ThemeID, _ entry: FeedEntry) -> UpdatePlan.Obstacle? {
        let theme = state.themes[id.string] ?? UpdateState.Theme()
        // A damaged pack is fetched again.
        let isDamaged = mounted[id]?.isDamaged ?? false
        if !isDamaged, isInForce(entry, of: id) {
            // Another process has activated what this one does not show.
            return theme.current == nil || shown[id] == theme.current?.sha256 ? .upToDate : .downloaded
        }
        if isExpired { return .expired }
        if let newer = newerVersion(than: entry, id) {
            return .olderVersion(found: entry.version, installed: newer)
        }
        let isPending = theme.pending?.digest == entry.pack.digest
        return !isDamaged && isPending && store.length(store.path(ofPack: entry.pack.digest)) == entry.pack.byteCount
            ? .downloaded : nil
    }

    /// The version in force if it is newer than that of the feed, and not withdrawn.
    private func newerVersion(than entry: FeedEntry, _ id: ThemeID) -> SemanticVersion? {
        let theme = state.themes[id.string] ?? UpdateState.Theme()
        let installed = theme.current.flatMap { try? SemanticVersion($0.version) }
        guard let version = installed ?? device.embedded[id]?.theme.version, entry.version.precedes(version),
            let digest = theme.current?.digest ?? device.embeddedDigest(of: id), !feed.withdrawn.contains(digest)
        else { return nil }
        return version
    }

    private func way(to id: ThemeID, _ entry: FeedEntry) -> UpdatePlan.Step.Source {
        if store.length(store.path(ofPack: entry.pack.digest)) == entry.pack.byteCount { return .store }
        guard !entry.deltas.isEmpty,
            let base = state.themes[id.string]?.current?.digest ?? device.embeddedDigest(of: id),
            let delta = entry.deltas.first(where: { $0.base == base }), delta.file.byteCount < entry.pack.byteCount
        else { return .pack }
        return .delta(delta)
    }
}
