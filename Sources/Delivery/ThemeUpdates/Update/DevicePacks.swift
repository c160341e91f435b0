import ThemeSystem

/// The packs on this device: those that the app brought, and those of the store. Thread-safe.
final class DevicePacks: Sendable {
    /// The packs that the library had before. The app brought them.
    let embedded: [ThemeID: ThemePack]
    private let store: UpdateStore
    /// The contracts that the app knows; `nil` for that of the embedded default theme.
    private let contracts: Set<ContentDigest>?
    private let digests = Lock<[ThemeID: ContentDigest]>([:])

    init(embedded: [ThemeID: ThemePack], store: UpdateStore, contracts: Set<ContentDigest>?) {
        self.embedded = embedded
        self.store = store
        self.contracts = contracts
    }

    /// Whether the app has brought a theme, or the device has fetched a version of it.
    func has(_ id: ThemeID, _ state: UpdateState) -> Bool { embedded[id] != nil || state.themes[id.string] != nil }

    /// The digest of an embedded pack's file; `nil` if it is not in a file.
    func embeddedDigest(of id: ThemeID) -> ContentDigest? {
        if let known = digests.withLock({ $0[id] }) { return known }
        guard let path = embedded[id]?.path, let digest = store.digest(ofFile: path) else { return nil }
        digests.withLock { $0[id] = digest }
        return digest
    }

    /// The contract of a default theme without images and settings, such as that of `ThemeLibrary()`.
    private static let emptyContract = ThemeLibrary().snapshot.pack(.default)?.contract

    /// The contract that themes must have; `nil` for any, if the default theme has no images and settings.
    static func expectedContract(_ defaultPack: ThemePack?) -> ContentDigest? {
        guard let contract = defaultPack?.contract, contract != emptyContract else { return nil }
        return contract
    }

    /// Whether the app can show themes of a contract.
    func knows(_ contract: ContentDigest) -> Bool {
        if let contracts { return contracts.contains(contract) }
        return Self.expectedContract(embedded[.default]).map { $0 == contract } ?? true
    }

    /// The state of the store, without the packs that the app has replaced by newer ones of its own.
    func state() throws(UpdateError) -> UpdateState {
        var state = try store.state()
        for (id, own) in embedded {
            guard let theme = state.themes[id.string] else { continue }
            func replaces(_ pack: UpdateState.Pack?, _ earlier: String?) -> Bool {
                guard let pack, let earlier, let version = try? SemanticVersion(pack.version) else { return false }
                return own.digest.description != earlier && own.theme.version >= version
            }
            if replaces(theme.pending, theme.pendingEmbedded) { state.themes[id.string]?.pending = nil }
            guard replaces(theme.current, theme.embedded) else { continue }
            state.themes[id.string]?.current = nil
            state.themes[id.string]?.previous = nil
        }
        return state
    }

    func mount(_ pack: UpdateState.Pack, of id: ThemeID) throws(UpdateError) -> ThemePack {
        guard let digest = pack.digest else { throw .wrongPack(id, reason: "has no digest in the state") }
        let path = store.path(ofPack: digest)
        guard store.length(path) == pack.bytes else { throw .wrongPack(id, reason: "is not in the store") }
        return try rethrow(as: { UpdateError.wrongPack(id, reason: $0.reason) }) { () throws(ThemeError) in
            let mounted = try ThemePack(mounting: path)
            guard mounted.theme.id == id else { throw .wrongTheme(path: path, expected: id, found: mounted.theme.id) }
            return mounted
        }
    }

    /// The pack that a state has in force; `nil` for a theme that neither the store nor the app has.
    func pack(of id: ThemeID, in state: UpdateState) throws(UpdateError) -> ThemePack? {
        guard let current = state.themes[id.string]?.current else { return embedded[id] }
        return try mount(current, of: id)
    }

    /// The file of the pack in force: an installed or embedded one.
    func file(of id: ThemeID, in state: UpdateState) -> String? {
        if let digest = state.themes[id.string]?.current?.digest { return store.path(ofPack: digest) }
        return embedded[id].flatMap { store.length($0.path) == nil ? nil : $0.path }
    }

    /// Mounts a downloaded pack with all of its digests, reads its settings, and compares it with the feed.
    func check(_ step: UpdatePlan.Step) throws(UpdateError) {
        let path = store.path(ofPack: step.entry.pack.digest)
        let entry = step.entry
        let reason: String?
        do throws(ThemeError) {
            let pack = try ThemePack(mounting: path, mode: .checkedAtMount)
            _ = try pack.ownSettings()
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
