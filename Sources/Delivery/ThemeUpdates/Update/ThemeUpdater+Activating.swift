import ThemeSystem

/// Shows what is in the store, or goes back: all themes of a change at once, or none.
extension ThemeUpdater {
    /// Shows the downloaded packs, and what another process has activated in the store: all together. Packs that were
    /// withdrawn, that this device refuses, or that are for other defaults are left out. Returns the themes that
    /// changed, sorted.
    ///
    /// - Throws: ``UpdateError`` if one cannot be shown, or the feed has expired meanwhile. Then no theme has
    ///   changed.
    @discardableResult
    public func activate() async throws(UpdateError) -> [ThemeID] {
        try await change { state, next, packs throws(UpdateError) in
            let downloaded = try mountDownloaded(of: state, &next)
            for (id, pack) in downloaded { packs[id] = .some(pack) }
            for id in changedByOthers(state) where downloaded[id] == nil {
                do throws(UpdateError) {
                    packs[id] = .some(try device.pack(of: id, in: state))
                } catch {
                    // The next check fetches it again.
                    next.themes[id.string]?.current = nil
                }
            }
            guard !downloaded.isEmpty else { return }
            let expires = state.seen(at: source.base.string).expires
            if now().timeIntervalSince1970 > Double(expires), let since = Moment(secondsSince1970: expires) {
                throw .expired(since: since)
            }
            let defaultPack = packs[.default]?.flatMap(\.self) ?? receiver.library.snapshot.pack(.default)
            let contract = DevicePacks.expectedContract(defaultPack)
            for (id, pack) in downloaded where contract != nil && pack.contract != contract {
                next.themes[id.string] = state.themes[id.string]
                next.themes[id.string]?.pending = nil
                packs[id] = nil
            }
            let activated = downloaded.keys.filter { packs[$0] != nil }
            if !activated.isEmpty { next.activated = activated.map(\.string).sorted() }
        }
    }

    /// Mounts the downloaded packs that may be activated, and makes them current in the next state.
    private func mountDownloaded(
        of state: UpdateState, _ next: inout UpdateState
    ) throws(UpdateError) -> [ThemeID: ThemePack] {
        var packs: [ThemeID: ThemePack] = [:]
        for (name, theme) in state.themes {
            guard let id = try? ThemeID(name), let pending = theme.pending else { continue }
            next.themes[name]?.pending = nil
            guard !state.isWithdrawn(pending), theme.barred[pending.sha256] == nil else { continue }
            do throws(UpdateError) {
                packs[id] = try device.mount(pending, of: id)
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
            next.themes[name]?.embedded = device.embedded[id]?.digest.description ?? ""
        }
        return packs
    }

    /// Shows what another process has activated or rolled back in the store. Returns the themes that changed, sorted.
    ///
    /// ``activate()`` does this as well. A process that does not fetch, such as a widget, needs only this.
    @discardableResult
    public func showActivated() async throws(UpdateError) -> [ThemeID] {
        guard !changedByOthers(try device.state()).isEmpty else { return [] }
        return try await change { state, _, packs throws(UpdateError) in
            for id in changedByOthers(state) { packs[id] = .some(try device.pack(of: id, in: state)) }
        }
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

    /// Returns to the version before the last activation, and never activates the rolled back packs again. Other
    /// versions can follow.
    ///
    /// - Parameter reason: for ``UpdatePlan/Obstacle/barred(reason:)``, for example that the app could not use it.
    /// - Returns: the themes that changed.
    /// - Throws: ``UpdateError/nothingToRollBack`` if nothing was activated, or it was rolled back already.
    @discardableResult
    public func rollBack(reason: String) async throws(UpdateError) -> [ThemeID] {
        let changed = try await rollBack(reason, keepsPrevious: true) { $0.activated }
        guard !changed.isEmpty else { throw .nothingToRollBack }
        return changed
    }

    /// Returns to the packs that the library had before there was an updater. The packs in force now are never
    /// activated again.
    ///
    /// - Returns: the themes that changed.
    @discardableResult
    public func rollBackToEmbedded() async throws(UpdateError) -> [ThemeID] {
        let changed = try await rollBack("rolled back to the embedded themes", keepsPrevious: false) { state in
            state.themes.filter { $0.value.current != nil }.map(\.key)
        }
        guard !changed.isEmpty else { throw .nothingToRollBack }
        return changed
    }

    /// Takes installed packs that the feed has withdrawn out of use. Each theme goes back to its previous version; if
    /// that is withdrawn, too, or has another contract than the default theme, to the embedded theme. If the default
    /// theme goes back to another contract, all themes go back. Returns the themes that changed.
    @discardableResult
    public func dropWithdrawn() async throws(UpdateError) -> [ThemeID] {
        try await rollBack(nil, keepsPrevious: true) { state in
            state.themes.filter { $0.value.current.map(state.isWithdrawn) ?? false }.map(\.key)
        }
    }

    /// - Parameters:
    ///   - reason: `nil` if the packs may be activated again.
    ///   - choose: returns the names of themes in a state.
    private func rollBack(
        _ reason: String?, keepsPrevious: Bool, _ choose: (UpdateState) -> [String]
    ) async throws(UpdateError) -> [ThemeID] {
        try await change { state, next, packs in
            let names = choose(state)
            let mounted = receiver.library.snapshot.packs
            func goBack(_ id: ThemeID, to contract: ContentDigest?) {
                next.themes[id.string]?.current = nil
                next.themes[id.string]?.previous = nil
                packs[id] = .some(device.embedded[id])
                guard keepsPrevious, let previous = state.themes[id.string]?.previous, !state.isWithdrawn(previous),
                    let pack = try? device.mount(previous, of: id), contract == nil || pack.contract == contract
                else { return }
                next.themes[id.string]?.current = previous
                packs[id] = .some(pack)
            }
            if names.contains(ThemeID.default.string) { goBack(.default, to: nil) }
            // The other themes go with the default theme: back to its contract, also those that are not named.
            let contract = DevicePacks.expectedContract(packs[.default] ?? mounted[.default])
            for (name, theme) in state.themes {
                guard let id = try? ThemeID(name), let current = theme.current else { continue }
                let isNamed = names.contains(name)
                if isNamed, let reason { next.themes[name]?.barred[current.sha256] = reason }
                var isTorn = false
                if packs[.default] != nil, let contract, let pack = mounted[id] { isTorn = pack.contract != contract }
                if id != .default, isNamed || isTorn { goBack(id, to: contract) }
            }
            if !packs.isEmpty { next.activated = [] }
        }
    }

    /// Shows the packs that `choose` chooses, and writes the state that it changes: both or none. Returns the themes
    /// that changed, sorted.
    ///
    /// - Parameter choose: gets the state, that state again to change it, and an empty list of packs to fill. A theme
    ///   with `nil` for its pack is removed.
    private func change(
        _ choose: (
            _ state: UpdateState, _ next: inout UpdateState, _ packs: inout [ThemeID: ThemePack?]
        ) throws(UpdateError) -> Void
    ) async throws(UpdateError) -> [ThemeID] {
        // With the lock, no pack is deleted before it is mounted.
        let lock = try await store.lock()
        defer { withExtendedLifetime(lock) {} }
        let state = try device.state()
        var next = state
        var packs: [ThemeID: ThemePack?] = [:]
        try choose(state, &next, &packs)
        let mounted = receiver.library.snapshot.packs
        let old = shown
        try await show(packs, of: next)
        guard next != state else { return packs.keys.sorted() }
        do throws(UpdateError) {
            try store.write(next)
        } catch {
            let before = Dictionary(uniqueKeysWithValues: packs.keys.map { ($0, mounted[$0]) })
            // If the receiver refuses these, the new ones are still shown, and the next call tries again.
            if (try? await show(before, of: next)) != nil { shown = old }
            throw error
        }
        if !packs.isEmpty { store.removeUnused(next) }
        return packs.keys.sorted()
    }

    /// Shows packs of a state, all or none; `nil` removes a theme.
    func show(_ packs: [ThemeID: ThemePack?], of state: UpdateState) async throws(UpdateError) {
        guard !packs.isEmpty else { return }
        do {
            try await receiver.receive { mounted in
                for (id, pack) in packs { mounted[id] = pack }
            }
        } catch {
            throw .notShown(reason: "\(error)")
        }
        for id in packs.keys { shown[id] = state.themes[id.string]?.current?.sha256 }
    }

    /// Shows the installed packs. Leaves those that are withdrawn or cannot be read. Returns the reason why some could
    /// not be shown. If there are such packs, it waits up to two seconds for another process that changes the store.
    func start() async -> UpdateError? {
        do throws(UpdateError) {
            var state = try device.state()
            var installed = usable(of: state)
            // The state is changed with the lock only. Without it, another process may also have activated other packs
            // meanwhile, and deleted those that are missing here.
            let lock: FolderLock?
            if installed.state == state { lock = nil } else { lock = try? await store.lock() }
            defer { withExtendedLifetime(lock) {} }
            if lock != nil {
                state = try device.state()
                installed = usable(of: state)
            }
            var changes = installed.packs.mapValues(Optional.some)
            for (id, pack) in receiver.library.snapshot.packs
            where installed.packs[id] == nil && store.hasPack(at: pack.path) {
                changes[id] = .some(device.embedded[id])
            }
            try await show(changes, of: installed.state)
            if lock != nil, installed.state != state { try store.write(installed.state) }
            return installed.problem
        } catch {
            return error
        }
    }

    /// Returns the packs of a state that can be shown, the state without the others, and the reason why one of them
    /// cannot be read.
    private func usable(of state: UpdateState) -> (
        packs: [ThemeID: ThemePack], state: UpdateState, problem: UpdateError?
    ) {
        var problem: UpdateError?
        var next = state
        var packs: [ThemeID: ThemePack] = [:]
        for (name, theme) in state.themes {
            guard let id = try? ThemeID(name), let current = theme.current else { continue }
            var used: UpdateState.Pack?
            for candidate in [current, theme.previous].compactMap({ $0 }) where used == nil {
                guard !state.isWithdrawn(candidate) else { continue }
                do throws(UpdateError) {
                    let pack = try device.mount(candidate, of: id)
                    guard device.knows(pack.contract) else { continue }
                    packs[id] = pack
                    used = candidate
                } catch {
                    problem = error
                }
            }
            guard used != current else { continue }
            next.themes[name]?.current = used
            next.themes[name]?.previous = nil
        }
        if let contract = DevicePacks.expectedContract(packs[.default] ?? device.embedded[.default]) {
            for (id, pack) in packs where pack.contract != contract {
                packs[id] = nil
                next.themes[id.string]?.current = nil
            }
        }
        return (packs, next, problem)
    }
}
