// Clients of this module also use addresses, channels and signers.
public import ThemeSystem
@_exported public import ThemeTrust

// See docs/decisions/35-updates.md.
/// Keeps the packs of a library up to date with a signed feed.
///
/// ``check()`` fetches the feed and changes no theme. ``download(_:progress:)`` fetches packs into the store and
/// checks them. ``activate()`` shows them. At every moment the old themes are in force or the new ones, whole, also
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
    /// The packs that the library had before. The app brought them.
    let embedded: [ThemeID: ThemePack]
    private var embeddedDigests: [ThemeID: ContentDigest] = [:]
    /// The SHA-256 of the installed packs that this process shows. The other themes are the embedded ones.
    var shown: [ThemeID: String] = [:]

    /// Creates an updater, and shows the packs that are installed in the store in place of those that the library has.
    ///
    /// - Parameters:
    ///   - receiver: the library, or the manager over a library, that shows the packs. The packs that it has now are
    ///     the embedded ones. ``rollBackToEmbedded()`` returns to them.
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
        embedded = receiver.library.snapshot.packs
        await start()
    }

    /// Checks, downloads and activates, and drops withdrawn packs as ``UpdateSource/dropsWithdrawn`` says. Returns the
    /// themes that changed.
    ///
    /// - Throws: ``UpdateError``. Then no theme has changed. What was downloaded is used by the next attempt.
    @discardableResult
    public func update(
        progress: @escaping @Sendable (UpdateProgress) -> Void = { _ in }
    ) async throws(UpdateError) -> [ThemeID] {
        try await download(try await check(), progress: progress)
        var changed = try await activate()
        if source.dropsWithdrawn { changed += try await dropWithdrawn() }
        return Set(changed).sorted()
    }

    /// The digest of an embedded pack's file; `nil` if it is not in a file.
    func embeddedDigest(of id: ThemeID) -> ContentDigest? {
        if let known = embeddedDigests[id] { return known }
        guard let path = embedded[id]?.path, let digest = store.digest(ofFile: path) else { return nil }
        embeddedDigests[id] = digest
        return digest
    }

    /// The contract of a default theme without images and settings, such as that of `ThemeLibrary()`.
    private static let emptyContract = ThemeLibrary().snapshot.packs[.default]?.contract

    /// The contract that themes must have; `nil` for any, if the default theme has no images and settings.
    func expectedContract(_ defaultPack: ThemePack?) -> ContentDigest? {
        guard let contract = defaultPack?.contract, contract != Self.emptyContract else { return nil }
        return contract
    }

    /// Whether the app can show themes of a contract.
    func knows(_ contract: ContentDigest) -> Bool {
        if let known = source.contracts { return known.contains(contract) }
        return expectedContract(embedded[.default]).map { $0 == contract } ?? true
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

    /// Mounts an installed pack.
    func mount(_ pack: UpdateState.Pack, of id: ThemeID) throws(UpdateError) -> ThemePack {
        guard let digest = pack.digest else { throw .wrongPack(id, reason: "has no digest in the state") }
        let path = store.path(ofPack: digest)
        guard store.length(path) == pack.bytes else { throw .wrongPack(id, reason: "is not in the store") }
        do throws(ThemeError) {
            let mounted = try ThemePack(mounting: path)
            guard mounted.theme.id == id else { throw .wrongTheme(path: path, expected: id, found: mounted.theme.id) }
            return mounted
        } catch {
            throw .wrongPack(id, reason: error.reason)
        }
    }

    /// Shows the installed packs. Leaves those that are withdrawn or cannot be read, and those that the app replaced by
    /// newer ones of its own.
    private func start() async {
        let state: UpdateState
        do throws(UpdateError) {
            state = try store.state()
        } catch {
            startProblem = error
            return
        }
        var (next, packs): (UpdateState, [ThemeID: ThemePack]) = (state, [:])
        for (name, theme) in state.themes {
            guard let id = try? ThemeID(name), let current = theme.current else { continue }
            if let own = embedded[id], own.digest.description != theme.embedded,
                let version = try? SemanticVersion(current.version), own.theme.version >= version
            {
                next.themes[name]?.current = nil
                next.themes[name]?.previous = nil
                continue
            }
            var used: UpdateState.Pack?
            for candidate in [current, theme.previous].compactMap({ $0 }) where used == nil {
                guard !state.isWithdrawn(candidate) else { continue }
                do throws(UpdateError) {
                    let pack = try mount(candidate, of: id)
                    guard knows(pack.contract) else { continue }
                    packs[id] = pack
                    used = candidate
                } catch {
                    startProblem = error
                }
            }
            guard used != current else { continue }
            next.themes[name]?.current = used
            next.themes[name]?.previous = nil
        }
        if let contract = expectedContract(packs[.default] ?? embedded[.default]) {
            for (id, pack) in packs where pack.contract != contract {
                packs[id] = nil
                next.themes[id.string]?.current = nil
            }
        }
        do throws(UpdateError) {
            try await show(packs, of: next)
            guard next != state, let lock = try? await store.lock() else { return }
            // Another process may have changed the state meanwhile. It has found the same.
            if try store.state() == state { try store.write(next) }
            withExtendedLifetime(lock) {}
        } catch {
            startProblem = error
        }
    }
}

/// The source of updates: a channel of a feed, and the keys that are trusted for it.
public struct UpdateSource: Sendable {
    /// The address of the folder of `feed.json`. It is signed, so that no other feed can be served there.
    public var base: FeedBase
    /// The addresses of further servers of the same folder, in the order in which they are asked. Each file has to
    /// be the same. The next one is asked if a server cannot be reached, is too slow, answers with another status or
    /// other bytes, or has an older feed or one that is not trusted.
    public var mirrors: [FeedBase] = []
    /// The channel, for example `stable`.
    public var channel: FeedChannel
    /// The keys that may sign the feed.
    public var signers: TrustedSigners
    /// The identity that the signer must have; `nil` accepts every trusted signer.
    public var identity: String?
    /// The contracts that the app knows; `nil` for that of the embedded default theme, or any if that theme has no
    /// images and settings. Releases of other contracts are for other versions of the app.
    public var contracts: Set<ContentDigest>?
    /// The themes that are followed; `nil` follows all themes of the channel.
    public var themes: Set<ThemeID>?
    /// Whether themes that the device does not have are fetched only by ``ThemeUpdater/fetch(_:progress:)``.
    public var onDemand = false
    /// Whether packs can be fetched over networks that are paid by the byte, or that the user saves. A check uses every
    /// network, because it finds withdrawn packs. On Linux it has no effect: see ``UpdateRequest/allowsMetered``.
    public var allowsMetered = true
    /// The most bytes of packs in the store: those in force, those before them, and those of a download. `nil` for
    /// any number. What is arriving is not counted.
    public var quota: Int64?
    /// Called on any thread for each file that does not arrive as the feed says, for the app's own telemetry. Nothing
    /// else gets it.
    public var onFailure: @Sendable (UpdateFailure) -> Void = { _ in }
    /// Whether `http` is allowed for this machine, to try a feed.
    public var allowsLoopback = false
    /// Whether an update takes packs out of use that the feed has withdrawn. Otherwise they are shown until the process
    /// ends, or until ``ThemeUpdater/dropWithdrawn()``.
    public var dropsWithdrawn = true
    /// The limits for transfers.
    public var limits = UpdateLimits()

    /// Creates a source.
    public init(base: FeedBase, channel: FeedChannel, signers: TrustedSigners) {
        self.base = base
        self.channel = channel
        self.signers = signers
    }

    var servers: [FeedBase] { [base] + mirrors }
}
