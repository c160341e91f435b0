public import ThemeSystem

// See docs/decisions/35-updates.md.
/// Keeps the packs of a library up to date with a signed feed.
///
/// ``check()`` fetches the feed and changes no theme. ``download(_:progress:)`` fetches packs into the store and
/// checks them. ``activate()`` shows them. At every moment, either all old themes are in force or all new ones, also
/// after a lost connection, a full disk or the end of the process. Several updaters can share a store.
public actor ThemeUpdater {
    /// The feed that this updater follows.
    public nonisolated let source: UpdateSource
    /// The reason why installed packs could not be shown at the start; `nil` if all is well. Then the packs that the
    /// library had before, or earlier versions, are in force.
    public private(set) var startProblem: UpdateError?

    let store: UpdateStore
    let receiver: any UpdateReceiver
    let fetcher: Fetcher
    let now: @Sendable () -> Date
    let device: DevicePacks
    /// The SHA-256 of the installed packs that this process shows. The other themes are the embedded ones.
    var shown: [ThemeID: String] = [:]

    /// Creates an updater, and shows the packs that are installed in the store in place of those that the library has.
    ///
    /// - Parameters:
    ///   - receiver: the library, or the manager over a library, that shows the packs. The packs that it has now are
    ///     the embedded ones, except those that an updater of the same store shows in their place.
    ///     ``rollBackToEmbedded()`` returns to them.
    ///   - source: the feed to follow.
    ///   - folder: the folder of the store, which is created if it is missing. Only this program may write to it.
    ///   - transport: fetches the files.
    public init(
        _ receiver: any UpdateReceiver, following source: UpdateSource, store folder: String,
        transport: any UpdateTransport = SystemTransport()
    ) async {
        await self.init(
            receiver, following: source, store: UpdateStore(folder: folder), transport: transport, now: { Date() })
    }

    /// Creates an updater whose store is the folder of a file URL.
    public init(
        _ receiver: any UpdateReceiver, following source: UpdateSource, store folder: URL,
        transport: any UpdateTransport = SystemTransport()
    ) async {
        await self.init(receiver, following: source, store: folder.path, transport: transport)
    }

    init(
        _ receiver: any UpdateReceiver, following source: UpdateSource, store: UpdateStore,
        transport: any UpdateTransport, now: @escaping @Sendable () -> Date
    ) async {
        self.source = source
        self.store = store
        self.receiver = receiver
        self.now = now
        fetcher = Fetcher(source: source, transport: transport, server: source.base)
        // The library can have packs of the store, from an updater before this one.
        let embedded = receiver.library.packsBeforeInstallation { store.hasPack(at: $0.path) }
        device = DevicePacks(embedded: embedded, store: store, contracts: source.contracts)
        startProblem = await start()
    }

    /// Checks, downloads and activates, and drops withdrawn packs as ``UpdateSource/dropsWithdrawn`` says. Returns the
    /// themes that changed.
    ///
    /// - Throws: ``UpdateError``. Then no theme has changed. What was downloaded is used by the next attempt. If themes
    ///   have changed and withdrawn packs cannot be dropped, this returns the themes, and the next update drops them.
    @discardableResult
    public func update(
        progress: @escaping @Sendable (UpdateProgress) -> Void = { _ in }
    ) async throws(UpdateError) -> [ThemeID] {
        try await download(try await check(), progress: progress)
        var changed = try await activate()
        if source.dropsWithdrawn {
            do throws(UpdateError) { changed += try await dropWithdrawn() } catch {
                if changed.isEmpty { throw error }
            }
        }
        return Set(changed).sorted()
    }

    /// Fetches the feed, and compares it with the installed packs. Changes no theme.
    ///
    /// An unchanged feed costs one request for its signature, even if it was signed again. A feed that has expired
    /// gives a plan without steps. If the feed no longer has one of the packs that wait for their activation, none of
    /// them waits any more: the next activation shows a release as a whole.
    /// - Throws: ``UpdateError`` if there is no feed that can be followed. What is installed stays.
    public func check() async throws(UpdateError) -> UpdatePlan { try await check(with: []) }

    /// - Parameter asked: the themes to fetch even if they are on demand.
    func check(with asked: Set<ThemeID>) async throws(UpdateError) -> UpdatePlan {
        var servers = source.servers
        return try await fetcher.ask(&servers) { fetcher throws(UpdateError) in try await check(with: asked, fetcher) }
    }

    private func check(with asked: Set<ThemeID>, _ fetcher: Fetcher) async throws(UpdateError) -> UpdatePlan {
        let (feed, bytes, signature, isStored) = try await fetcher.feed(storedIn: store, at: now())
        guard feed.base == source.base else {
            throw .otherBase(found: feed.base, expected: source.base)
        }
        let lock = try await store.lock()
        defer { withExtendedLifetime(lock) {} }
        var state = try device.state()
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
        func plan(for state: UpdateState) -> UpdatePlan {
            UpdatePlanner(
                source: source, feed: feed, state: state, store: store, device: device,
                mounted: receiver.library.snapshot.packs, shown: shown,
                isExpired: now().timeIntervalSince1970 > Double(feed.expires.secondsSince1970)
            ).plan(with: asked)
        }
        var newPlan = plan(for: state)
        // A release is shown as a whole. If the feed has no or another pack now in place of one that waits, none of
        // them is activated. Their files stay, so fetching them again costs nothing.
        let waiting = state.themes.compactMap { name, theme -> ThemeID? in
            guard theme.pending != nil, theme.pendingBase == source.base.string, let id = try? ThemeID(name) else {
                return nil
            }
            return source.themes?.contains(id) ?? true ? id : nil
        }
        if !newPlan.isExpired, waiting.contains(where: { newPlan.obstacles[$0] != .downloaded }) {
            for id in waiting { state.themes[id.string]?.pending = nil }
            newPlan = plan(for: state)
        }
        let feedPath = store.path(ofFeed: source.base)
        if !isStored || state != known || store.length(store.statePath) == nil {
            try store.write(bytes, to: feedPath)
            try store.write(state)
        }
        return newPlan
    }

    /// Returns what is stored about the newest feed; nothing if the key that signed it is no longer trusted. Otherwise
    /// a stolen key could sign a huge sequence number, and the feeds of the next key would be refused.
    private func trustedMemory(_ state: UpdateState) -> UpdateState.Seen {
        let seen = state.seen(at: source.base.string)
        guard let key = seen.key, !source.signers.isTrusted(keyWithFingerprint: key, at: now()) else { return seen }
        return UpdateState.Seen()
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
            guard try device.has(theme, device.state()) || plan.steps.contains(where: { $0.theme == theme }) else {
                throw .unavailable(theme, plan.obstacles[theme])
            }
            try await download(plan, progress: progress)
            // A pack names the parent of its theme, so the parent is known only after the download.
            let parents = try parentsOfPending().subtracting(asked)
            guard !parents.isEmpty else { return try await activate() }
            asked.formUnion(parents)
        }
    }

    /// The themes that downloaded ones extend, and that this device does not have.
    private func parentsOfPending() throws(UpdateError) -> Set<ThemeID> {
        let state = try device.state()
        var parents: Set<ThemeID> = []
        for (name, theme) in state.themes {
            guard let id = try? ThemeID(name), let pending = theme.pending else { continue }
            guard let parent = try device.mount(pending, of: id).theme.extends else { continue }
            if !device.has(parent, state) { parents.insert(parent) }
        }
        return parents
    }

    /// Takes a file of a plan that the app has fetched, for example in a background session of `URLSession`:
    /// ``UpdatePlan/Step/file``. The next download does not fetch it. Moves the file, which must be on the same volume.
    ///
    /// - Throws: ``UpdateError/wrongFile(url:)`` if it has another SHA-256, ``UpdateError/store(path:reason:)`` if it
    ///   cannot be read or moved. Then it stays where it is.
    public nonisolated func accept(_ path: String, as digest: ContentDigest) throws(UpdateError) {
        // The store follows no links. On macOS, one is on the path of every temporary folder.
        let file: String
        let found: ContentDigest
        do {
            file = "\(try realPath(of: String(path.parentFolder)).withoutLastSlash)/\(path.lastPathComponent)"
            found = try BytesInFile(file).digest()
        } catch {
            let reason = (error as? DeltaError)?.reason ?? (error as? SystemError)?.reason ?? "\(error)"
            throw .store(path: path, reason: "cannot be read: \(reason)")
        }
        guard found == digest else {
            throw .wrongFile(url: source.base.url(of: FeedFile.address(of: digest)))
        }
        try store.createFolders()
        try store.rename(file, to: store.path(ofPart: digest.description))
    }

    /// Fetches the packs of a plan into the store, and checks them. Changes no theme.
    ///
    /// A pack is complete when its size and SHA-256 are those of the feed, all of its digests are right, its settings
    /// can be read, and it has the theme, version and contract that the feed says. The next call resumes a transfer
    /// that was cut.
    ///
    /// - Parameters:
    ///   - plan: a plan of ``check()``.
    ///   - progress: called on any thread after every piece that arrived.
    /// - Throws: ``UpdateError``. The packs before the one that failed are in the store for the next attempt. They are
    ///   not activated.
    public func download(
        _ plan: UpdatePlan, progress: @escaping @Sendable (UpdateProgress) -> Void = { _ in }
    ) async throws(UpdateError) {
        try await PlanDownload(plan: plan, store: store, device: device, fetcher: fetcher).run(progress: progress)
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
}
