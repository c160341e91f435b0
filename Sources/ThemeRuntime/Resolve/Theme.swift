import Synchronization
public import ThemeModel

/// A theme with the chain behind it: what is asked for images, resources and settings.
///
/// It belongs to one ``ThemeSnapshot`` and never changes; a look-up waits for nobody, from any thread.
public final class Theme: Sendable {
    /// A pack of the chain.
    struct Link: Sendable {
        let pack: ThemePack
        /// Whether it was verified against other defaults than the mounted ones, so that sizes are to be compared.
        let isForeign: Bool
    }

    /// The theme itself, what it extends, ..., the default theme.
    let links: [Link]
    /// A parent that is not mounted, where the chain goes on with the default theme; `nil` if all are.
    public let missingParent: ThemeID?
    let table = AtomicLazyReference<SettingsTable>()

    /// - Parameter packs: from the theme to the default theme; not empty.
    init(_ packs: [ThemePack], missingParent: ThemeID?) {
        let contract = packs.last?.contract
        links = packs.map { Link(pack: $0, isForeign: $0.contract != contract) }
        self.missingParent = missingParent
        pack = packs[0]
    }

    /// The theme's own pack.
    public let pack: ThemePack

    /// The name by which the theme is selected.
    public var id: ThemeID { pack.theme.id }
    /// The name that people see.
    public var name: String { pack.theme.name }
    /// The version of the theme's own pack.
    public var version: SemanticVersion { pack.theme.version }
    /// What the theme's image files have in front of their names; look-ups never mention it.
    public var imageNamePrefix: ImagePrefix { pack.theme.imageNamePrefix }
    /// The themes that are asked, in this order; the last is `default`.
    public var chain: [ThemeID] { links.map(\.pack.theme.id) }

    // MARK: Images

    /// The picture of a logical name: `nil` if no theme of the chain has it.
    ///
    /// The first theme of the chain that has the name at *any* scale answers: at the scale asked for, else at the next larger,
    /// else at its largest. A theme that was verified against other defaults is passed over for an image whose size no longer
    /// agrees with the default's; ``explain(_:scale:)`` says so.
    ///
    /// Cost: one hash table slot for each theme asked; allocates nothing. The bytes are not looked at.
    /// - Throws: ``ThemeError/damaged(path:entry:reason:)`` if the index is damaged where the name would be.
    public func image(_ key: ImageKey, scale: Scale) throws(ThemeError) -> ThemeImage? {
        // Native strings are contiguous: this copies nothing.
        var name = key.name
        return try name.withUTF8 { name in
            Result { () throws(ThemeError) in
                try find(UnsafeRawBufferPointer(name), hash: key.hash, scale: scale)
            }
        }.get()
    }

    /// The same by a name that was made at run time: ``image(_:scale:)`` and one hash over the name.
    public func image(named name: String, scale: Scale) throws(ThemeError) -> ThemeImage? {
        try image(ImageKey(name), scale: scale)
    }

    private func find(_ name: UnsafeRawBufferPointer, hash: UInt64, scale: Scale) throws(ThemeError) -> ThemeImage? {
        for number in links.indices {
            let pack = links[number].pack
            guard let record = try pack.record(.image, named: name, hash: hash) else { continue }
            if links[number].isForeign, try disagreement(of: record, in: pack, name, hash) != nil { continue }
            let variant = try pack.variant(for: scale, of: record)
            return ThemeImage(theme: self, link: number, record: record, variant: variant)
        }
        return nil
    }

    /// The first variant of a record whose size is not that of the default image, and the default's variant.
    ///
    /// The rule is the one by which themes are verified: the same pixel size at the same scale; where the default lacks the
    /// scale, the same size in points. A name that the default theme does not have cannot disagree.
    func disagreement(
        of record: PackRecord, in pack: ThemePack, _ name: UnsafeRawBufferPointer, _ hash: UInt64
    ) throws(ThemeError) -> (own: PackRecordVariant, original: PackRecordVariant)? {
        guard let defaults = links.last?.pack, let original = try defaults.record(.image, named: name, hash: hash)
        else {
            return nil
        }
        for number in 0..<record.variantCount {
            let own = try pack.variant(number, of: record)
            let counterpart = try defaults.variant(for: own.scale, of: original)
            if !own.size.agrees(at: own.scale, with: counterpart.size, at: counterpart.scale) {
                return (own, counterpart)
            }
        }
        return nil
    }

    // MARK: Resources

    /// A file that was packed as it is, by its path: `nil` if no theme of the chain has it. The first one that has it answers.
    ///
    /// - Throws: ``ThemeError/damaged(path:entry:reason:)`` if the index is damaged where the path would be.
    public func resource(_ path: String) throws(ThemeError) -> ThemeResource? {
        var path = path
        return try path.withUTF8 { path in
            Result { () throws(ThemeError) in try findResource(UnsafeRawBufferPointer(path)) }
        }.get()
    }

    private func findResource(_ path: UnsafeRawBufferPointer) throws(ThemeError) -> ThemeResource? {
        let hash = XXHash64.hash(path)
        for link in links {
            guard let record = try link.pack.record(.resource, named: path, hash: hash) else { continue }
            return ThemeResource(pack: link.pack, record: record, variant: try link.pack.variant(0, of: record))
        }
        return nil
    }
}
