import PackFormat
@_spi(Chain) public import ThemeModel

/// A theme with its chain. It answers for images, resources and settings, and never changes.
public final class Theme: Sendable {
    /// The theme, its parents, and the default theme.
    let links: [ChainLink]
    // Retains the packs of the links.
    private let packs: [ThemePack]
    /// The parent that is not mounted, if any. The chain then continues with the default theme.
    public let missingParent: ThemeID?
    let mergedSettings = LazyReference<SettingsTable>()

    /// - Parameter packs: from the theme to the default theme; not empty.
    init(_ packs: [ThemePack], missingParent: ThemeID?) {
        let contract = packs.last?.contract
        links = packs.map { ChainLink($0, hasOtherContract: $0.contract != contract) }
        self.missingParent = missingParent
        self.packs = packs
        pack = packs[0]
    }

    /// The theme's own pack.
    public let pack: ThemePack

    /// The id of the theme.
    public var id: ThemeID { pack.theme.id }
    /// The name that people see.
    public var name: String { pack.theme.name }
    /// The version of the theme's own pack.
    public var version: SemanticVersion { pack.theme.version }
    /// The prefix of the theme's image files. Names in look-ups omit it.
    public var imageNamePrefix: ImagePrefix { pack.theme.imageNamePrefix }
    /// The time in which the theme is selected automatically.
    public var season: ThemeSeason { pack.theme.season }
    /// The ids of the chain, in order. The last is `default`.
    public var chain: [ThemeID] { links.map(\.pack.theme.id) }

    /// The image of a logical name; `nil` if no theme of the chain has it.
    ///
    /// The first theme of the chain that has the name at *any* scale answers: with the scale asked for, else the next
    /// larger, else its largest. A theme that was verified against other defaults is skipped if the size of its image
    /// no longer agrees with the default's; ``explain(_:scale:)`` reports that.
    ///
    /// Allocates nothing, and does not read the image's bytes. Throws only if the index of a pack is damaged.
    @inlinable
    public func image(_ key: ImageKey, scale: Scale) throws(ThemeError) -> ThemeImage? {
        guard let match = try match(for: key, scale: scale) else { return nil }
        return ThemeImage(theme: self, match: match)
    }

    /// The image of a name that is made at run time. Cost: ``image(_:scale:)`` and a hash over the name.
    @inlinable
    public func image(named name: String, at scale: Scale) throws(ThemeError) -> ThemeImage? {
        guard let match = try match(named: name, scale: scale) else { return nil }
        return ThemeImage(theme: self, match: match)
    }

    // Not inlinable, unlike their callers: see docs/decisions/37-look-up-without-counting.md.

    @usableFromInline
    func match(for key: ImageKey, scale: Scale) throws(ThemeError) -> ImageMatch? {
        try key.name.withBytes { name throws(ThemeError) in
            try match(ChainLink.Name(bytes: name, hash: key.hash), scale: scale)
        }
    }

    @usableFromInline
    func match(named name: String, scale: Scale) throws(ThemeError) -> ImageMatch? {
        guard name.isContiguousUTF8 else { return try match(for: ImageKey(name), scale: scale) }
        return try name.withBytes { name throws(ThemeError) in
            try match(ChainLink.Name(bytes: name, hash: XXHash64.hash(name)), scale: scale)
        }
    }

    @inline(__always)
    private func match(_ name: ChainLink.Name, scale: Scale) throws(ThemeError) -> ImageMatch? {
        switch ImageLookup.answer(for: name, in: links) {
        case .success(nil): return nil
        case .success(let (link, variants)?):
            return ImageMatch(variant: try variants.best(for: scale), linkIndex: UInt16(truncatingIfNeeded: link))
        case .failure(let error): throw error
        }
    }

    /// The resource of a key, from the first theme of the chain that has it; `nil` if there is none.
    ///
    /// - Throws: ``ThemeError/damaged(path:entry:reason:)`` if the index is damaged at the place of the path.
    public func resource(_ key: ResourceKey) throws(ThemeError) -> ThemeResource? {
        try key.path.withBytes { path throws(ThemeError) in
            try findResource(ChainLink.Name(bytes: path, hash: key.hash))
        }
    }

    private func findResource(_ path: ChainLink.Name) throws(ThemeError) -> ThemeResource? {
        for link in links {
            guard let record = try link.record(.resource, path) else { continue }
            return ThemeResource(pack: link.pack, variant: try link.pack.variant(0, of: record))
        }
        return nil
    }
}
