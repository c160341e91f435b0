import PackFormat
public import ThemeModel

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
    public func image(named name: String, scale: Scale) throws(ThemeError) -> ThemeImage? {
        guard let match = try match(named: name, scale: scale) else { return nil }
        return ThemeImage(theme: self, match: match)
    }

    // Not inlinable, unlike their callers: see docs/decisions/37-look-up-without-counting.md.

    @usableFromInline
    func match(for key: ImageKey, scale: Scale) throws(ThemeError) -> ImageMatch? {
        try key.name.withBytes { name throws(ThemeError) in try match(name, hash: key.hash, scale: scale) }
    }

    @usableFromInline
    func match(named name: String, scale: Scale) throws(ThemeError) -> ImageMatch? {
        guard name.isContiguousUTF8 else { return try match(for: ImageKey(name), scale: scale) }
        return try name.withBytes { name throws(ThemeError) in
            try match(name, hash: XXHash64.hash(name), scale: scale)
        }
    }

    @inline(__always)
    private func match(_ name: UnsafeRawBufferPointer, hash: UInt64, scale: Scale) throws(ThemeError) -> ImageMatch? {
        for number in links.indices {
            let link = links[number]
            guard let variant = try link.variant(for: scale, named: name, hash: hash) else { continue }
            if link.hasOtherContract, try disagreement(of: variant.record, in: link, name, hash) != nil { continue }
            return ImageMatch(variant: variant, linkIndex: UInt16(truncatingIfNeeded: number))
        }
        return nil
    }

    /// The first variant whose size disagrees with the default's, as in verification, and the default's variant.
    func disagreement(
        of record: IndexRecord, in link: ChainLink, _ name: UnsafeRawBufferPointer, _ hash: UInt64
    ) throws(ThemeError) -> (own: IndexVariant, counterpart: IndexVariant)? {
        guard let defaults = links.last, let defaultRecord = try defaults.record(.image, named: name, hash: hash) else {
            return nil
        }
        for number in 0..<record.variantCount {
            let own = try link.pack.variant(number, of: record)
            let counterpart = try defaults.variant(for: own.scale, of: defaultRecord)
            let (size, expected) = (own.size(in: link.bytes), counterpart.size(in: defaults.bytes))
            if !size.agrees(at: own.scale, with: expected, at: counterpart.scale) { return (own, counterpart) }
        }
        return nil
    }

    /// The resource at a path, from the first theme of the chain that has it; `nil` if there is none. Throws only if
    /// the index of a pack is damaged.
    public func resource(_ path: String) throws(ThemeError) -> ThemeResource? {
        var path = path
        path.makeContiguousUTF8()
        return try path.withBytes { path throws(ThemeError) in try findResource(path) }
    }

    private func findResource(_ path: UnsafeRawBufferPointer) throws(ThemeError) -> ThemeResource? {
        let hash = XXHash64.hash(path)
        for link in links {
            guard let record = try link.record(.resource, named: path, hash: hash) else { continue }
            return ThemeResource(pack: link.pack, variant: try link.pack.variant(0, of: record))
        }
        return nil
    }
}
