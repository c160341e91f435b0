public import ThemeModel

/// A theme with the chain behind it: what is asked for images, resources and settings.
///
/// It belongs to one ``ThemeSnapshot`` and never changes; a look-up waits for nobody, from any thread.
public final class Theme: Sendable {
    /// The theme itself, what it extends, ..., the default theme.
    let links: [Link]
    /// Those of the links, which do not hold them.
    private let packs: [ThemePack]
    /// A parent that is not mounted, where the chain goes on with the default theme; `nil` if all are.
    public let missingParent: ThemeID?
    let table = LazyReference<SettingsTable>()

    /// - Parameter packs: from the theme to the default theme; not empty.
    init(_ packs: [ThemePack], missingParent: ThemeID?) {
        let contract = packs.last?.contract
        links = packs.map { Link($0, isForeign: $0.contract != contract) }
        self.missingParent = missingParent
        self.packs = packs
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
    @inlinable
    public func image(_ key: ImageKey, scale: Scale) throws(ThemeError) -> ThemeImage? {
        guard let place = try place(of: key, scale: scale) else { return nil }
        return ThemeImage(theme: self, place: place)
    }

    /// The same by a name that was made at run time: ``image(_:scale:)`` and one hash over the name.
    @inlinable
    public func image(named name: String, scale: Scale) throws(ThemeError) -> ThemeImage? {
        guard let place = try place(named: name, scale: scale) else { return nil }
        return ThemeImage(theme: self, place: place)
    }

    // What finds, and what makes the answer that holds this theme, are two, and the latter is compiled where it is asked for: there
    // it can be seen that an answer is not kept, so that its reference need not be counted, which takes a fifth of a look-up.

    @usableFromInline
    func place(of key: ImageKey, scale: Scale) throws(ThemeError) -> ImagePlace? {
        try key.name.withBytes { name throws(ThemeError) in try place(name, hash: key.hash, scale: scale) }
    }

    @usableFromInline
    func place(named name: String, scale: Scale) throws(ThemeError) -> ImagePlace? {
        guard name.isContiguousUTF8 else { return try place(of: ImageKey(name), scale: scale) }
        return try name.withBytes { name throws(ThemeError) in
            try place(name, hash: XXHash64.hash(name), scale: scale)
        }
    }

    @inline(__always)
    private func place(_ name: UnsafeRawBufferPointer, hash: UInt64, scale: Scale) throws(ThemeError) -> ImagePlace? {
        for number in links.indices {
            let link = links[number]
            guard let variant = try link.variant(for: scale, named: name, hash: hash) else { continue }
            if link.isForeign, try disagreement(of: variant.record, in: link, name, hash) != nil { continue }
            return ImagePlace(variant: variant, link: UInt16(truncatingIfNeeded: number))
        }
        return nil
    }

    /// The first variant of a record whose size is not that of the default image, and the default's variant.
    ///
    /// The rule is the one by which themes are verified: the same pixel size at the same scale; where the default lacks the
    /// scale, the same size in points. A name that the default theme does not have cannot disagree.
    func disagreement(
        of record: PackRecord, in link: Link, _ name: UnsafeRawBufferPointer, _ hash: UInt64
    ) throws(ThemeError) -> (own: PackRecordVariant, original: PackRecordVariant)? {
        guard let defaults = links.last, let original = try defaults.record(.image, named: name, hash: hash) else {
            return nil
        }
        for number in 0..<record.variantCount {
            let own = try link.pack.variant(number, of: record)
            let counterpart = try defaults.variant(for: own.scale, of: original)
            let (size, expected) = (own.size(in: link.bytes), counterpart.size(in: defaults.bytes))
            if !size.agrees(at: own.scale, with: expected, at: counterpart.scale) { return (own, counterpart) }
        }
        return nil
    }

    // MARK: Resources

    /// A file that was packed as it is, by its path: `nil` if no theme of the chain has it. The first one that has it answers.
    ///
    /// - Throws: ``ThemeError/damaged(path:entry:reason:)`` if the index is damaged where the path would be.
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
