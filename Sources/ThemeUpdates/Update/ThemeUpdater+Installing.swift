import ThemeTrust
public import ThemeModel
import ThemeRuntime

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension ThemeUpdater {
    /// Fetches the packs of a plan into the store, and checks them. Changes no theme.
    ///
    /// A pack is complete when its size and SHA-256 are those of the feed, all of its digests are right, and it
    /// has the theme, version and contract that the feed says. The next call resumes a transfer that was cut.
    ///
    /// - Parameters:
    ///   - plan: a plan of ``check()``.
    ///   - progress: called on any thread after every piece that arrived.
    /// - Throws: ``UpdateError``. The packs before the one that failed are in the store.
    public func download(
        _ plan: UpdatePlan, progress: @escaping @Sendable (UpdateProgress) -> Void = { _ in }
    ) async throws(UpdateError) {
        guard !plan.isEmpty else { return }
        let lock = try await store.lock()
        defer { withExtendedLifetime(lock) {} }
        guard try store.state().seen(at: source.base.string).sequence == plan.sequence else { throw .outdatedPlan }
        for step in plan.steps {
            let installer = PackInstaller(fetcher: fetcher, store: store, base: source.base) { received, total in
                progress(UpdateProgress(theme: step.theme, received: received, total: total))
            }
            try await installer.install(step, old: file(of: step.theme, in: try store.state()))
            try checkPack(step)
            var state = try store.state()
            state.themes[step.theme.string, default: UpdateState.Theme()].pending = UpdateState.Pack(
                sha256: step.entry.pack.digest.description, bytes: step.entry.pack.byteCount,
                version: step.entry.version.description)
            try store.write(state)
        }
    }

    /// Shows the downloaded packs, all or none. Returns their themes, sorted.
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
                // The next check fetches it again.
                try? store.write(next)
                throw error
            }
            next.themes[name]?.current = pending
            next.themes[name]?.previous = theme.current
            next.themes[name]?.embedded = embedded[id]?.digest.description ?? ""
        }
        guard !packs.isEmpty else {
            if next != state { try store.write(next) }
            return []
        }
        let expires = state.seen(at: source.base.string).expires
        if now().timeIntervalSince1970 > Double(expires), let since = Moment(secondsSince1970: expires) {
            throw .expired(since: since)
        }
        let mounted = receiver.library.snapshot.packs
        let contract = expectedContract(packs[.default] ?? mounted[.default])
        for (id, pack) in packs {
            if let contract, pack.contract != contract {
                next.themes[id.string] = state.themes[id.string]
                next.themes[id.string]?.pending = nil
                packs[id] = nil
            }
        }
        next.activated = packs.keys.map(\.string).sorted()
        try await replace(packs, mounted, next)
        store.removeUnused(next)
        return packs.keys.sorted()
    }

    /// Returns to the version before the last activation, and never activates the rolled back packs again. Other
    /// versions can follow.
    ///
    /// - Parameter reason: for ``UpdatePlan/Obstacle/barred(reason:)``, for example that the app could not use it.
    /// - Returns: the themes that changed.
    /// - Throws: ``UpdateError/nothingToRollBack`` if nothing was activated, or it was rolled back already.
    @discardableResult
    public func rollBack(reason: String) async throws(UpdateError) -> [ThemeID] {
        try await rollBack(reason) { state in (state.activated, keepsPrevious: true) }
    }

    /// Returns to the packs that the library had before there was an updater. The packs in force now are never
    /// activated again.
    ///
    /// - Returns: the themes that changed.
    @discardableResult
    public func rollBackToEmbedded() async throws(UpdateError) -> [ThemeID] {
        try await rollBack("rolled back to the embedded themes") { state in
            (state.themes.filter { $0.value.current != nil }.map(\.key), keepsPrevious: false)
        }
    }

    private func rollBack(
        _ reason: String, _ choice: (UpdateState) -> ([String], keepsPrevious: Bool)
    ) async throws(UpdateError) -> [ThemeID] {
        let lock = try await store.lock()
        defer { withExtendedLifetime(lock) {} }
        let state = try store.state()
        var (next, packs): (UpdateState, [ThemeID: ThemePack?]) = (state, [:])
        let (names, keepsPrevious) = choice(state)
        for name in names {
            guard let theme = state.themes[name], let current = theme.current, let id = try? ThemeID(name) else {
                continue
            }
            let previous = theme.previous.flatMap { pack in
                keepsPrevious && !state.isWithdrawn(pack)
                    ? (try? mount(pack, of: id)).map { (record: pack, mounted: $0) } : nil
            }
            next.themes[name]?.barred[current.sha256] = reason
            next.themes[name]?.current = previous?.record
            next.themes[name]?.previous = nil
            packs[id] = .some(previous?.mounted ?? embedded[id])
        }
        next.activated = []
        guard !packs.isEmpty else { throw .nothingToRollBack }
        try await replace(packs, receiver.library.snapshot.packs, next)
        store.removeUnused(next)
        return packs.keys.sorted()
    }

    /// Shows packs and writes the state. If the state cannot be written, shows the packs before.
    private func replace(
        _ packs: [ThemeID: ThemePack?], _ mounted: [ThemeID: ThemePack], _ next: UpdateState
    ) async throws(UpdateError) {
        try await show(packs)
        do throws(UpdateError) {
            try store.write(next)
        } catch {
            var before: [ThemeID: ThemePack?] = [:]
            for id in packs.keys { before[id] = .some(mounted[id]) }
            try? await show(before)
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
                } else if pack.contract != entry.contract {
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
