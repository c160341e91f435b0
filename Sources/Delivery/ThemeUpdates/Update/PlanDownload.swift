import ThemeSystem

/// Fetches the packs of a plan into the store, and checks them.
struct PlanDownload {
    let plan: UpdatePlan
    let store: UpdateStore
    let device: DevicePacks
    let fetcher: Fetcher

    private var source: UpdateSource { fetcher.source }

    func run(progress: @escaping @Sendable (UpdateProgress) -> Void) async throws(UpdateError) {
        guard !plan.isEmpty else { return }
        try await makeRoom()
        var servers = source.servers
        let finished = Lock((bytes: Int64(0), current: Int64(0)))
        var rest = plan.byteCount
        for step in plan.steps {
            rest -= step.byteCount
            let state = try device.state()
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
            let part = try await fetcher.ask(&servers) { fetcher throws(UpdateError) in
                try await PackDownload(fetcher: fetcher, store: store, progress: report)
                    .pack(of: step, old: device.file(of: step.theme, in: state))
            }
            try await keep(part, as: step)
            finished.withLock { $0 = ($0.bytes + $0.current, 0) }
        }
        try await complete()
    }

    /// Deletes packs that neither the state nor the plan names, if there is a quota.
    private func makeRoom() async throws(UpdateError) {
        guard let quota = source.quota else { return try store.createFolders() }
        let lock = try await store.lock()
        defer { withExtendedLifetime(lock) {} }
        let state = try device.state()
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
        try device.check(step)
    }

    /// Lets the next activation show the packs of a plan, all of them at once.
    private func complete() async throws(UpdateError) {
        let lock = try await store.lock()
        defer { withExtendedLifetime(lock) {} }
        var state = try device.state()
        guard state.seen(at: source.base.string).sequence == plan.sequence else { throw .outdatedPlan }
        for step in plan.steps {
            let pack = step.entry.pack
            // An activation of another process deletes packs that no state names.
            guard store.length(store.path(ofPack: pack.digest)) == pack.byteCount else { throw .outdatedPlan }
            var theme = state.themes[step.theme.string] ?? UpdateState.Theme()
            theme.pending = UpdateState.Pack(
                sha256: pack.digest.description, bytes: pack.byteCount, version: step.entry.version.description)
            theme.pendingBase = source.base.string
            theme.pendingEmbedded = device.embedded[step.theme]?.digest.description ?? ""
            state.themes[step.theme.string] = theme
        }
        try store.write(state)
    }
}
