import ThemeSystem

extension ThemeUpdater {
    /// Calls `fetch` for one server after the other, until one has answered. A server that failed is the last one from
    /// then on.
    func ask<Value>(
        _ servers: inout [FeedBase], _ fetcher: Fetcher,
        _ fetch: (Fetcher) async throws(UpdateError) -> Value
    ) async throws(UpdateError) -> Value {
        var fetcher = fetcher
        var first: UpdateError?
        for rest in servers.indices.reversed() {
            fetcher.server = servers[0]
            do throws(UpdateError) {
                return try await fetch(fetcher)
            } catch {
                let isLast = rest == 0 || !error.isOfServer || Task.isCancelled
                fetcher.report(error, isLast ? .end : .nextServer)
                first = first ?? error
                guard !isLast else { throw error.isOfServer ? first ?? error : error }
                servers.append(servers.removeFirst())
            }
        }
        throw .outdatedPlan
    }

    /// Fetches a theme and what it extends, with whatever else its release has for this device, and shows them. Returns
    /// the themes that changed.
    ///
    /// This is the call for themes on demand: ``UpdateSource/onDemand``. Later updates follow the theme.
    /// - Throws: ``UpdateError``; ``UpdateError/unavailable(_:_:)`` if no release for this device has the theme.
    @discardableResult
    public func fetch(
        _ theme: ThemeID, progress: @escaping @Sendable (UpdateProgress) -> Void = { _ in }
    ) async throws(UpdateError) -> [ThemeID] {
        var asked: Set = [theme]
        while true {
            let plan = try await check(with: asked)
            guard try has(theme, store.state()) || plan.steps.contains(where: { $0.theme == theme }) else {
                throw .unavailable(theme, plan.obstacles[theme])
            }
            try await download(plan, progress: progress)
            // What a theme extends is known when its pack has arrived.
            let parents = try parentsOfPending().subtracting(asked)
            guard !parents.isEmpty else { return try await activate() }
            asked.formUnion(parents)
        }
    }

    /// The themes that downloaded ones extend, and that this device does not have.
    private func parentsOfPending() throws(UpdateError) -> Set<ThemeID> {
        let state = try store.state()
        var parents: Set<ThemeID> = []
        for (name, theme) in state.themes {
            guard let id = try? ThemeID(name), let pending = theme.pending else { continue }
            if let parent = try mount(pending, of: id).theme.extends, !has(parent, state) { parents.insert(parent) }
        }
        return parents
    }

    /// Takes a file of a plan that the app has fetched, for example in a background session of `URLSession`:
    /// ``UpdatePlan/Step/file``. The next download does not fetch it. Moves the file, which must be on the same volume.
    ///
    /// - Throws: ``UpdateError/wrongFile(url:)`` if it has another SHA-256. Then it stays where it is.
    public nonisolated func accept(_ path: String, as digest: ContentDigest) throws(UpdateError) {
        guard store.digest(ofFile: path) == digest else {
            throw .wrongFile(url: source.base.url(of: FeedFile.address(of: digest)))
        }
        try store.createFolders()
        try store.rename(path, to: store.path(ofPart: digest.description))
    }

    /// Fetches the packs of a plan into the store, and checks them. Changes no theme.
    ///
    /// A pack is complete when its size and SHA-256 are those of the feed, all of its digests are right, and it
    /// has the theme, version and contract that the feed says. The next call resumes a transfer that was cut.
    ///
    /// - Parameters:
    ///   - plan: a plan of ``check()``.
    ///   - progress: called on any thread after every piece that arrived.
    /// - Throws: ``UpdateError``. The packs before the one that failed are in the store for the next attempt. They are
    ///   not activated.
    public func download(
        _ plan: UpdatePlan, progress: @escaping @Sendable (UpdateProgress) -> Void = { _ in }
    ) async throws(UpdateError) {
        guard !plan.isEmpty else { return }
        try await makeRoom(for: plan)
        var servers = source.servers
        let finished = Lock((bytes: Int64(0), current: Int64(0)))
        var rest = plan.byteCount
        for step in plan.steps {
            rest -= step.byteCount
            let state = try store.state()
            guard state.seen(at: source.base.string).sequence == plan.sequence else { throw .outdatedPlan }
            let report: @Sendable (Int64, Int64) -> Void = { [rest] received, total in
                let before = finished.withLock { finished in
                    finished.current = received
                    return finished.bytes
                }
                progress(
                    UpdateProgress(
                        theme: step.theme, received: received, total: total, receivedOfAll: before + received,
                        totalOfAll: before + total + rest))
            }
            var fetcher = fetcher
            fetcher.theme = step.theme
            fetcher.allowsMetered = source.allowsMetered
            let part = try await ask(&servers, fetcher) { fetcher throws(UpdateError) in
                try await PackInstaller(fetcher: fetcher, store: store, progress: report)
                    .fetch(step, old: file(of: step.theme, in: state))
            }
            try await keep(part, as: step)
            finished.withLock { $0 = ($0.bytes + $0.current, 0) }
        }
        try await completeDownload(plan)
    }

    /// Fetches the packs of a plan as ``download(_:progress:)`` does, and returns its progress as a sequence.
    ///
    /// A slow reader gets the newest progress alone. The sequence ends when all packs are in the store, and throws
    /// ``UpdateError``. The download ends when the task that iterates is canceled, or nobody has the sequence.
    public nonisolated func downloading(_ plan: UpdatePlan) -> AsyncThrowingStream<UpdateProgress, any Error> {
        AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let download = Task {
                do throws(UpdateError) {
                    try await self.download(plan) { continuation.yield($0) }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in download.cancel() }
        }
    }

    /// Deletes packs that neither the state nor the plan names, if there is a quota.
    private func makeRoom(for plan: UpdatePlan) async throws(UpdateError) {
        guard let quota = source.quota else { return try store.createFolders() }
        let lock = try await store.lock()
        defer { withExtendedLifetime(lock) {} }
        let state = try store.state()
        var packs: [String: Int64] = [:]
        for pack in state.themes.values.flatMap(\.packs) { packs[pack.sha256] = pack.bytes }
        for step in plan.steps { packs[step.entry.pack.digest.description] = step.entry.pack.byteCount }
        let needed = packs.values.reduce(0, +)
        guard needed <= quota else { throw .overQuota(needed: needed, quota: quota) }
        store.removePacks(except: Set(packs.keys))
    }

    /// Puts a complete pack into the store. Other calls and processes wait only for this, and never for a transfer.
    private func keep(_ part: PartFile?, as step: UpdatePlan.Step) async throws(UpdateError) {
        let lock = try await store.lock()
        defer { withExtendedLifetime(lock) {} }
        if let part { try store.rename(part.path, to: store.path(ofPack: step.entry.pack.digest)) }
        try checkPack(step)
    }

    /// Lets the next activation show the packs of a plan, all of them at once.
    private func completeDownload(_ plan: UpdatePlan) async throws(UpdateError) {
        let lock = try await store.lock()
        defer { withExtendedLifetime(lock) {} }
        var state = try store.state()
        guard state.seen(at: source.base.string).sequence == plan.sequence else { throw .outdatedPlan }
        for step in plan.steps {
            let pack = step.entry.pack
            // An activation of another process deletes packs that no state names.
            guard store.length(store.path(ofPack: pack.digest)) == pack.byteCount else { throw .outdatedPlan }
            state.themes[step.theme.string, default: UpdateState.Theme()].pending = UpdateState.Pack(
                sha256: pack.digest.description, bytes: pack.byteCount, version: step.entry.version.description)
        }
        try store.write(state)
    }

    /// Shows the downloaded packs, and what another process has activated in the store: all or none. Returns the themes
    /// that changed, sorted.
    ///
    /// - Throws: ``UpdateError`` if one cannot be shown, or the feed has expired meanwhile. Then no theme has
    ///   changed.
    @discardableResult
    public func activate() async throws(UpdateError) -> [ThemeID] {
        let lock = try await store.lock()
        defer { withExtendedLifetime(lock) {} }
        let state = try store.state()
        var (next, packs): (UpdateState, [ThemeID: ThemePack]) = (state, [:])
        for (name, theme) in state.themes {
            guard let id = try? ThemeID(name), let pending = theme.pending else { continue }
            next.themes[name]?.pending = nil
            guard !state.isWithdrawn(pending), theme.barred[pending.sha256] == nil else { continue }
            do throws(UpdateError) {
                packs[id] = try mount(pending, of: id)
            } catch {
                // Without this pack the others are not a release. The next check fetches it again.
                var failed = state
                for name in failed.themes.keys { failed.themes[name]?.pending = nil }
                try? store.write(failed)
                throw error
            }
            next.themes[name]?.current = pending
            // A damaged pack that was fetched again replaces itself.
            if pending != theme.current { next.themes[name]?.previous = theme.current }
            next.themes[name]?.embedded = embedded[id]?.digest.description ?? ""
        }
        var others: [ThemeID: ThemePack?] = [:]
        for id in changedByOthers(state) where packs[id] == nil {
            do throws(UpdateError) {
                others[id] = .some(try pack(of: id, in: state))
            } catch {
                // The next check fetches it again.
                next.themes[id.string]?.current = nil
            }
        }
        guard !packs.isEmpty || !others.isEmpty else {
            if next != state { try store.write(next) }
            return []
        }
        let expires = state.seen(at: source.base.string).expires
        if !packs.isEmpty, now().timeIntervalSince1970 > Double(expires), let since = Moment(secondsSince1970: expires)
        {
            throw .expired(since: since)
        }
        let mounted = receiver.library.snapshot.packs
        let contract = expectedContract(packs[.default] ?? others[.default]?.flatMap(\.self) ?? mounted[.default])
        for (id, pack) in packs {
            if let contract, pack.contract != contract {
                next.themes[id.string] = state.themes[id.string]
                next.themes[id.string]?.pending = nil
                packs[id] = nil
            }
        }
        if !packs.isEmpty { next.activated = packs.keys.map(\.string).sorted() }
        try await replace(others.merging(packs.mapValues { $0 }) { _, own in own }, mounted, next)
        store.removeUnused(next)
        return Set(packs.keys).union(others.keys).sorted()
    }

    /// Shows what another process has activated or rolled back in the store. Returns the themes that changed, sorted.
    ///
    /// ``activate()`` does this as well. A process that does not fetch, such as a widget, needs only this.
    @discardableResult
    public func showActivated() async throws(UpdateError) -> [ThemeID] {
        guard !changedByOthers(try store.state()).isEmpty else { return [] }
        // With the lock, no pack is deleted before it is mounted.
        let lock = try await store.lock()
        defer { withExtendedLifetime(lock) {} }
        let state = try store.state()
        var packs: [ThemeID: ThemePack?] = [:]
        for id in changedByOthers(state) { packs[id] = .some(try pack(of: id, in: state)) }
        try await show(packs, of: state)
        return packs.keys.sorted()
    }

    /// The themes that other processes activate or roll back in the store, as this process shows them.
    ///
    /// Reads the state at each interval. After a failure it tries again. Ends with the updater or the task.
    public nonisolated func activations(
        every interval: Duration = .seconds(5)
    ) -> AsyncStream<Result<[ThemeID], UpdateError>> {
        AsyncStream { [weak self] in
            while true {
                do { try await Task.sleep(for: interval) } catch { return nil }
                guard let self else { return nil }
                do throws(UpdateError) {
                    let changed = try await self.showActivated()
                    if !changed.isEmpty { return .success(changed) }
                } catch {
                    return .failure(error)
                }
            }
        }
    }

    /// The themes of which the store has another pack in force than this process shows. Withdrawn packs do not count.
    private func changedByOthers(_ state: UpdateState) -> [ThemeID] {
        Set(state.themes.keys.compactMap { try? ThemeID($0) }).union(shown.keys).filter { id in
            let current = state.themes[id.string]?.current
            return current?.sha256 != shown[id] && !(current.map(state.isWithdrawn) ?? false)
        }
    }

    /// The pack that a state has in force; `nil` for a theme that neither the store nor the app has.
    private func pack(of id: ThemeID, in state: UpdateState) throws(UpdateError) -> ThemePack? {
        guard let current = state.themes[id.string]?.current else { return embedded[id] }
        return try mount(current, of: id)
    }

    /// Returns to the version before the last activation, and never activates the rolled back packs again. Other
    /// versions can follow.
    ///
    /// - Parameter reason: for ``UpdatePlan/Obstacle/barred(reason:)``, for example that the app could not use it.
    /// - Returns: the themes that changed.
    /// - Throws: ``UpdateError/nothingToRollBack`` if nothing was activated, or it was rolled back already.
    @discardableResult
    public func rollBack(reason: String) async throws(UpdateError) -> [ThemeID] {
        let changed = try await rollBack(reason) { state in (state.activated, keepsPrevious: true) }
        guard !changed.isEmpty else { throw .nothingToRollBack }
        return changed
    }

    /// Returns to the packs that the library had before there was an updater. The packs in force now are never
    /// activated again.
    ///
    /// - Returns: the themes that changed.
    @discardableResult
    public func rollBackToEmbedded() async throws(UpdateError) -> [ThemeID] {
        let changed = try await rollBack("rolled back to the embedded themes") { state in
            (state.themes.filter { $0.value.current != nil }.map(\.key), keepsPrevious: false)
        }
        guard !changed.isEmpty else { throw .nothingToRollBack }
        return changed
    }

    /// Takes installed packs out of use that the feed has withdrawn. The versions before them follow, or the embedded
    /// themes if these are withdrawn, too, or have another contract than the default theme. If that goes back to
    /// another contract, so do all others. Returns the themes that changed.
    @discardableResult
    public func dropWithdrawn() async throws(UpdateError) -> [ThemeID] {
        try await rollBack(nil) { state in
            (state.themes.filter { $0.value.current.map(state.isWithdrawn) ?? false }.map(\.key), keepsPrevious: true)
        }
    }

    /// - Parameter reason: `nil` if the packs may be activated again.
    private func rollBack(
        _ reason: String?, _ choice: (UpdateState) -> ([String], keepsPrevious: Bool)
    ) async throws(UpdateError) -> [ThemeID] {
        let lock = try await store.lock()
        defer { withExtendedLifetime(lock) {} }
        let state = try store.state()
        var (next, packs): (UpdateState, [ThemeID: ThemePack?]) = (state, [:])
        let (names, keepsPrevious) = choice(state)
        let mounted = receiver.library.snapshot.packs
        func goBack(_ id: ThemeID, to contract: ContentDigest?) {
            let previous = state.themes[id.string]?.previous.flatMap { pack in
                keepsPrevious && !state.isWithdrawn(pack)
                    ? (try? mount(pack, of: id)).map { (record: pack, mounted: $0) } : nil
            }
            let fitting = previous.flatMap { contract == nil || $0.mounted.contract == contract ? $0 : nil }
            next.themes[id.string]?.current = fitting?.record
            next.themes[id.string]?.previous = nil
            packs[id] = .some(fitting?.mounted ?? embedded[id])
        }
        if names.contains(ThemeID.default.string) { goBack(.default, to: nil) }
        // The other themes go with the default theme: back to its contract, also those that are not named.
        let contract = expectedContract(packs[.default] ?? mounted[.default])
        for (name, theme) in state.themes {
            guard let id = try? ThemeID(name), let current = theme.current else { continue }
            let isNamed = names.contains(name)
            if isNamed, let reason { next.themes[name]?.barred[current.sha256] = reason }
            let isTorn =
                packs[.default] != nil && contract != nil && mounted[id].map { $0.contract != contract } ?? false
            if id != .default, isNamed || isTorn { goBack(id, to: contract) }
        }
        guard !packs.isEmpty else { return [] }
        next.activated = []
        try await replace(packs, mounted, next)
        store.removeUnused(next)
        return packs.keys.sorted()
    }

    /// Shows packs and writes the state. If the state cannot be written, shows the packs before.
    private func replace(
        _ packs: [ThemeID: ThemePack?], _ mounted: [ThemeID: ThemePack], _ next: UpdateState
    ) async throws(UpdateError) {
        let old = shown
        try await show(packs, of: next)
        do throws(UpdateError) {
            try store.write(next)
        } catch {
            var before: [ThemeID: ThemePack?] = [:]
            for id in packs.keys { before[id] = .some(mounted[id]) }
            try? await show(before, of: next)
            shown = old
            throw error
        }
    }

    /// The file of the pack in force: an installed or embedded one.
    private func file(of id: ThemeID, in state: UpdateState) -> String? {
        if let digest = state.themes[id.string]?.current?.digest { return store.path(ofPack: digest) }
        return embedded[id].flatMap { store.length($0.path) == nil ? nil : $0.path }
    }

    /// Mounts a downloaded pack with all of its digests, and compares it with the feed.
    private func checkPack(_ step: UpdatePlan.Step) throws(UpdateError) {
        let (path, entry) = (store.path(ofPack: step.entry.pack.digest), step.entry)
        let reason: String?
        do throws(ThemeError) {
            let pack = try ThemePack(mounting: path, mode: .checkedAtMount)
            reason =
                if pack.theme.id != step.theme {
                    "contains the theme '\(pack.theme.id)'"
                } else if pack.theme.version != entry.version {
                    "has version \(pack.theme.version), the feed says \(entry.version)"
                } else if pack.contract != step.contract {
                    "has another contract than the feed says"
                } else { nil }
        } catch {
            reason = error.reason
        }
        guard let reason else { return }
        store.remove(path)
        throw .wrongPack(step.theme, reason: reason)
    }
}
