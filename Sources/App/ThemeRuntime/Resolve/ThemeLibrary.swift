public import Observation
import ThemeSystem

// See docs/decisions/20-look-ups.md.
/// The mounted packs: that of the default theme and any number of others.
///
/// A ``ThemePack`` is one mounted file. The library links packs to a ``Theme`` for each: its own pack, those that it
/// extends, the default theme's. A theme looks a name up in its chain, from the first pack to the last, and every pack
/// checks what it reads: the index's header at mount, each other part when it is first used.
///
/// Every change replaces one ``ThemeSnapshot`` by another. Readers do not wait. A theme from an earlier snapshot gives
/// the same answers as before. A change that throws leaves the library as it was.
public final class ThemeLibrary: Observable, Sendable {
    private let published: Published<ThemeSnapshot>
    private let registrar = ObservationRegistrar()
    /// The packs that installed ones have replaced, by theme, the last one last.
    private let replaced = Lock<[ThemeID: [ThemePack]]>([:])

    /// Creates a library with the pack of the default theme. Any other pack is an error.
    public init(default pack: ThemePack) throws(ThemeError) {
        guard pack.theme.id == .default else { throw .defaultRequired(found: pack.theme.id) }
        published = Published(try ThemeSnapshot(default: pack))
    }

    /// Creates a library whose default theme is empty. ``replace(_:)`` replaces it. It has the lowest of all versions,
    /// so each pack of a folder is newer.
    public convenience init() {
        do {
            let contents = PackContents(
                theme: PackTheme(id: .default, name: "Default", version: try SemanticVersion("0.0.0-0")),
                contract: ContentDigest(of: Contract(images: [], settings: [:]).canonicalBytes),
                manifest: DataReference(length: 0, digest: ContentDigest(of: [])), settings: nil, images: [],
                resources: [])
            let memory = try PackMemory(copying: contents.bytesInMemory([[]]), path: "empty")
            try self.init(default: ThemePack(memory: memory, path: "empty", mode: .resident))
        } catch {
            preconditionFailure("an empty pack is sound: \(error)")
        }
    }

    /// The themes that are mounted now. Answers of one snapshot are consistent with each other.
    public var snapshot: ThemeSnapshot { published.value }

    /// The ids of the mounted themes, sorted. `withObservationTracking` and SwiftUI observe it.
    public var ids: [ThemeID] {
        registrar.access(self, keyPath: \.ids)
        return snapshot.ids
    }

    /// The mounted theme of an id; `nil` if there is none.
    public func theme(_ id: ThemeID) -> Theme? { snapshot.theme(id) }

    /// The theme of several ids that are selected together, at most one of each axis, as
    /// ``ThemeSnapshot/theme(selecting:)``: `library.theme(selecting: "acme", "dark")`.
    public func theme(selecting ids: ThemeID...) throws(ThemeError) -> Theme? { try snapshot.theme(selecting: ids) }

    /// The mounted default theme.
    public var defaultTheme: Theme { snapshot.defaultTheme }

    /// Adds a theme. Its parent may be added later; until then the chain continues with the default theme.
    ///
    /// - Throws: ``ThemeError/alreadyMounted(_:path:)``; ``ThemeError/chainCycle(_:)``;
    ///   ``ThemeError/changedMeanwhile(attempts:)``.
    public func add(_ pack: ThemePack) throws(ThemeError) {
        try update { base throws(ThemeError) in
            if let known = base.pack(pack.theme.id) { throw .alreadyMounted(pack.theme.id, path: known.path) }
            return try base.changing([pack.theme.id: pack])
        }
    }

    /// Adds a theme, or replaces the mounted pack of the same theme.
    ///
    /// - Throws: ``ThemeError/chainCycle(_:)``; ``ThemeError/changedMeanwhile(attempts:)``.
    public func mount(_ pack: ThemePack) throws(ThemeError) {
        try update { base throws(ThemeError) in try base.changing([pack.theme.id: pack]) }
    }

    /// Replaces the mounted pack of the same theme.
    ///
    /// - Throws: ``ThemeError/notMounted(_:)``; ``ThemeError/chainCycle(_:)``;
    ///   ``ThemeError/changedMeanwhile(attempts:)``.
    public func replace(_ pack: ThemePack) throws(ThemeError) {
        try update { base throws(ThemeError) in
            guard base.pack(pack.theme.id) != nil else { throw .notMounted(pack.theme.id) }
            return try base.changing([pack.theme.id: pack])
        }
    }

    /// Publishes a snapshot if `base` is still the current one; otherwise returns `false`.
    package func publish(_ next: ThemeSnapshot, inPlaceOf base: ThemeSnapshot) -> Bool {
        registrar.withMutation(of: self, keyPath: \.ids) {
            var isDone = false
            published.replace { current in
                guard current === base else { return current }
                isDone = true
                return next
            }
            return isDone
        }
    }

    /// The packs of the mounted themes that the app has brought: those before any was installed in their place. Call it
    /// before installing one.
    ///
    /// - Parameter isInstalled: whether a mounted pack was installed.
    package func packsBeforeInstallation(isInstalled: (ThemePack) -> Bool) -> [ThemeID: ThemePack] {
        replaced.withLock { replaced in
            var packs: [ThemeID: ThemePack] = [:]
            for (id, pack) in snapshot.packs {
                if !isInstalled(pack) {
                    replaced[id] = (replaced[id] ?? []).filter { $0.path != pack.path } + [pack]
                }
                packs[id] = replaced[id]?.last { !isInstalled($0) }
            }
            return packs
        }
    }

    /// Removes a theme. Themes that extend it continue with the default theme.
    ///
    /// - Throws: ``ThemeError/notMounted(_:)``; ``ThemeError/defaultRequired(found:)`` for the default theme;
    ///   ``ThemeError/changedMeanwhile(attempts:)``.
    public func remove(_ id: ThemeID) throws(ThemeError) {
        try update { base throws(ThemeError) in
            guard base.pack(id) != nil else { throw .notMounted(id) }
            return try base.changing([id: nil])
        }
    }

    /// Makes several changes at once. Readers see all of them or none.
    ///
    /// - Parameter change: changes the packs by the ids of their themes. If another thread changes the library
    ///   meanwhile, it is called again with the new packs.
    /// - Throws: the errors of `change`; ``ThemeError/defaultRequired(found:)`` if the default theme is missing;
    ///   ``ThemeError/wrongTheme(path:expected:found:)`` if a pack is stored under the id of another theme;
    ///   ``ThemeError/chainCycle(_:)``; ``ThemeError/changedMeanwhile(attempts:)``.
    public func updatePacks(_ change: (inout [ThemeID: ThemePack]) throws(ThemeError) -> Void) throws(ThemeError) {
        try update { base throws(ThemeError) in try base.changing(change) }
    }

    private func update(_ next: (ThemeSnapshot) throws(ThemeError) -> ThemeSnapshot) throws(ThemeError) {
        let attemptsMax = 1000
        for _ in 0..<attemptsMax {
            let base = snapshot
            if publish(try next(base), inPlaceOf: base) { return }
        }
        throw .changedMeanwhile(attempts: attemptsMax)
    }
}
