public import ThemeModel

/// Mounted packs: the default theme and any number of others, which come, change and go at run time.
///
/// ```swift
/// let library = try ThemeLibrary(default: ThemePack(mounting: "dist/default-1.0.0.themepack.zip"))
/// try library.add(ThemePack(mounting: "dist/year-1.2.0.themepack.zip"))
/// let theme = try library.theme(ThemeID("year")) ?? library.defaultTheme
/// let image = try theme.image("common/buttonImage", scale: .two)
/// ```
///
/// Every change is one ``ThemeSnapshot`` in place of another. A reader gets the one or the other and waits for neither; a
/// theme that it holds goes on answering as before, whatever is replaced or removed meanwhile.
public final class ThemeLibrary: Sendable {
    private let published: Published<ThemeSnapshot>

    /// A library with the default theme alone.
    ///
    /// - Throws: ``ThemeError/defaultRequired(found:)`` if the pack holds another theme.
    public init(default pack: ThemePack) throws(ThemeError) {
        guard pack.theme.id == .default else { throw .defaultRequired(found: pack.theme.id) }
        published = Published(try ThemeSnapshot([.default: pack]))
    }

    /// A library with an empty default theme, to be replaced by the real one. Until then it has no image and no setting.
    public convenience init() {
        let manifest = ThemeManifest(
            id: .default, name: "Default", version: SemanticVersion(major: 0, minor: 0, patch: 0), extends: nil)
        let contract = Contract(images: [], settings: [:]).canonicalBytes.withUnsafeBytes { ContentDigest(of: $0) }
        do {
            let (memory, _) = try PackLayout(PackTheme(manifest), contract: contract).memory(for: "empty")
            try self.init(default: ThemePack(memory: memory, path: "empty", mode: .resident))
        } catch {
            preconditionFailure("an empty pack is sound: \(error)")
        }
    }

    /// Everything that is mounted now. Hold it for as long as answers shall belong together.
    public var snapshot: ThemeSnapshot { published.value }

    /// The theme as it is mounted now; `nil` if it is not.
    public func theme(_ id: ThemeID) -> Theme? { snapshot.theme(id) }

    /// The default theme as it is mounted now.
    public var defaultTheme: Theme { snapshot.defaultTheme }

    /// Adds a theme. A parent that is not mounted yet may follow; until then the chain goes on with the default theme.
    ///
    /// - Throws: ``ThemeError/alreadyMounted(_:path:)``; ``ThemeError/chainCycle(_:)`` if the themes would extend each other
    ///   in a circle. Then nothing has changed.
    public func add(_ pack: ThemePack) throws(ThemeError) {
        try change { packs throws(ThemeError) in
            if let known = packs[pack.theme.id] { throw .alreadyMounted(pack.theme.id, path: known.path) }
            packs[pack.theme.id] = pack
        }
    }

    /// Puts a pack in the place of the mounted one of the same theme.
    ///
    /// - Throws: ``ThemeError/notMounted(_:)``; ``ThemeError/chainCycle(_:)``. Then nothing has changed.
    public func replace(_ pack: ThemePack) throws(ThemeError) {
        try change { packs throws(ThemeError) in
            guard packs.updateValue(pack, forKey: pack.theme.id) != nil else { throw .notMounted(pack.theme.id) }
        }
    }

    /// What ``replace(_:)`` would make of a snapshot.
    func snapshot(replacing pack: ThemePack, in base: ThemeSnapshot) throws(ThemeError) -> ThemeSnapshot {
        var packs = base.packs
        guard packs.updateValue(pack, forKey: pack.theme.id) != nil else { throw .notMounted(pack.theme.id) }
        return try ThemeSnapshot(packs, previous: base)
    }

    /// - Returns: `false` if another snapshot is in force by now. Then nothing has changed.
    func publish(_ next: ThemeSnapshot, inPlaceOf base: ThemeSnapshot) -> Bool {
        var isDone = false
        published.replace { current in
            guard current === base else { return current }
            isDone = true
            return next
        }
        return isDone
    }

    /// Takes a theme away. What extends it goes on with the default theme.
    ///
    /// - Throws: ``ThemeError/notMounted(_:)``; ``ThemeError/defaultRequired(found:)`` for the default theme.
    public func remove(_ id: ThemeID) throws(ThemeError) {
        try change { packs throws(ThemeError) in
            guard packs.removeValue(forKey: id) != nil else { throw .notMounted(id) }
        }
    }

    /// Several changes at once: readers see all of them or none.
    ///
    /// - Parameter change: is handed the packs by the ids of their themes. If it throws, nothing changes. If the library is changed
    ///   meanwhile, by another thread or from within, that stays, and this is called again with what came of it.
    /// - Throws: what `change` throws; ``ThemeError`` if the default theme is missing, a pack stands under another theme's id,
    ///   or themes extend each other in a circle; ``ThemeError/changedMeanwhile(rounds:)``.
    public func change(_ change: (inout [ThemeID: ThemePack]) throws(ThemeError) -> Void) throws(ThemeError) {
        let roundsMax = 1000
        for _ in 0..<roundsMax {
            let base = snapshot
            var packs = base.packs
            try change(&packs)
            for (id, pack) in packs where pack.theme.id != id { throw .notMounted(id) }
            if publish(try ThemeSnapshot(packs, previous: base), inPlaceOf: base) { return }
        }
        throw .changedMeanwhile(rounds: roundsMax)
    }
}
