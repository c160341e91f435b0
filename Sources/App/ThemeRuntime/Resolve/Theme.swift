@_spi(Chain) public import ThemeModel

/// A theme, or several that are selected together, with their chain. It answers for images, resources and settings, and
/// never changes.
public final class Theme: Sendable {
    /// The themes in the order in which they answer, the default theme last.
    let links: [ChainLink]
    // Retains the packs of the links.
    private let packs: [ThemePack]
    /// The parent that is not mounted, if any. The chain then continues with the default theme.
    public let missingParent: ThemeID?
    let mergedSettings = LazyReference<SettingsTable>()
    /// The settings of the default theme's templates.
    let templateColors: [SettingKey?]

    /// - Parameter packs: the chain, with the default theme's pack as the last.
    init(_ pack: ThemePack, _ selection: [ThemeID], _ packs: [ThemePack], missingParent: ThemeID?) {
        let contract = packs.last?.contract
        links = packs.map { ChainLink($0, hasOtherContract: $0.contract != contract) }
        templateColors = packs.last?.theme.templates.map { $0.color.map { SettingKey($0) } } ?? []
        self.missingParent = missingParent
        self.packs = packs
        self.pack = pack
        self.selection = selection.isEmpty ? [.default] : selection
    }

    /// The theme's own pack. Of several selected themes, it is that of the strongest axis.
    public let pack: ThemePack

    /// The selected themes, from the weakest axis to the strongest: at least one, for a combination its members.
    public let selection: [ThemeID]

    /// The id of the theme; of several selected themes, that of the strongest axis.
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
    /// A key is a constant, a literal, or an ``ImageKey`` that is made of a name at run time. Allocates nothing, and
    /// does not read the image's bytes. Throws only if the index of a pack is damaged.
    @inlinable
    public func image(_ key: ImageKey, scale: Scale) throws(ThemeError) -> ThemeImage? {
        guard let match = try match(for: key, scale: scale) else { return nil }
        return ThemeImage(theme: self, match: match)
    }

    // Not inlinable, unlike its caller: see docs/decisions/20-look-ups.md.

    @usableFromInline
    func match(for key: ImageKey, scale: Scale) throws(ThemeError) -> ImageMatch? {
        try key.name.withBytes { name throws(ThemeError) in
            switch ImageLookup.answer(for: ChainLink.Name(bytes: name, hash: key.hash), in: links) {
            case .success(nil): return nil
            case .success(let (link, variants)?):
                return ImageMatch(variant: try variants.best(for: scale), linkIndex: UInt16(truncatingIfNeeded: link))
            case .failure(let error): throw error
            }
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

extension Theme {
    /// Identifies all answers of the theme: it changes if a pack of the chain does.
    ///
    /// It is the SHA-256 of the ``ThemePack/digest`` of each pack of the chain. As a cache key it suits settings, which
    /// are merged along the chain. Cost: a few microseconds, and those of the packs' digests.
    public var digest: ContentDigest {
        let digests = links.flatMap(\.pack.digest.bytes)
        return digests.withUnsafeBytes { ContentDigest(of: $0) }
    }
}

/// Settings along the chain.
///
/// The first look-up reads and merges the settings of the chain. After that a look-up is one probe of a hash table;
/// strings, numbers, booleans and colors allocate nothing. Settings that cannot be read throw as
/// ``ThemePack/ownSettings()``.
extension Theme: ThemeStorage {
    /// The path that the theme's own pack was mounted from.
    public var label: String { pack.path }

    /// The path of the pack that sets a key.
    public func label(of key: SettingKey) -> String { (try? origin(of: key))?.pack ?? label }

    /// The setting of a key; `nil` if no theme of the chain sets it.
    public func setting(_ key: SettingKey) throws(ThemeError) -> ResolvedSetting? { try resolved(key)?.pointee }

    /// The setting of a key, converted; `nil` if no theme of the chain sets it.
    @inlinable
    public func value<Value: SettingConvertible>(_ key: SettingKey, as type: Value.Type) throws(ThemeError) -> Value? {
        // The theme keeps the setting in memory.
        defer { withExtendedLifetime(self) {} }
        guard let setting = try resolved(key) else { return nil }
        guard let value = Value(setting: setting.pointee) else {
            throw wrongType(key, setting.pointee, expected: Value.settingFormat)
        }
        return value
    }

    /// The image that a setting names: `Images.primaryButton` may be `"common/buttonImage"`. `nil` also if no theme
    /// has the image.
    public func image(forKey key: SettingKey, at scale: Scale) throws(ThemeError) -> ThemeImage? {
        guard let name = try string(key) else { return nil }
        return try image(ImageKey(name), scale: scale)
    }

    /// The image that a setting names, by its typed key. `nil` also if no theme has the image.
    public func image(forKey setting: Setting<String>, at scale: Scale) throws(ThemeError) -> ThemeImage? {
        try image(forKey: setting.key, at: scale)
    }

    /// The theme that sets a key; for an object, the first that sets a member.
    public func origin(of key: SettingKey) throws(ThemeError) -> ThemeOrigin? {
        let settings = try settingsTable()
        return settings.number(of: key).map { number in
            let pack = links[settings.entries[number].link].pack
            return ThemeOrigin(pack, entry: pack.settingsEntry)
        }
    }

    /// The theme that sets a typed key; for an object, the first that sets a member.
    public func origin<Value>(of setting: Setting<Value>) throws(ThemeError) -> ThemeOrigin? {
        try origin(of: setting.key)
    }

    /// The address of a setting, which is valid as long as this theme.
    @usableFromInline
    func resolved(_ key: SettingKey) throws(ThemeError) -> UnsafePointer<ResolvedSetting>? {
        let settings = try settingsTable()
        return settings.number(of: key).map { settings.settings + $0 }
    }

    package func settingsTable() throws(ThemeError) -> SettingsTable {
        if let known = mergedSettings.object { return known }
        // Two threads may both get here. They make equal tables, and one is kept.
        var layers: [(settings: Settings?, order: ThemeColor.Order)] = []
        for link in links { layers.append((try link.pack.storedSettings(), link.pack.theme.colorOrder)) }
        return mergedSettings.storeIfNil(SettingsTable(layers))
    }

    /// Reads the settings of each pack of the chain, each pack once. The first look-up merges them, which cannot fail.
    package func readSettings() throws(ThemeError) {
        for link in links { _ = try link.pack.storedSettings() }
    }

    @usableFromInline
    func wrongType(_ key: SettingKey, _ setting: ResolvedSetting, expected: String) -> ThemeError {
        .wrongType(path: label(of: key), key: key.path, expected: expected, found: setting.value.summary)
    }
}

extension Theme {
    /// The name of an image of the chain that is most like a misspelled one; `nil` if none is like it.
    ///
    /// Cost: reads the whole index of each pack of the chain. Damaged packs make no suggestion.
    public func suggestion(forImageNamed name: String) -> String? {
        let known = allImageNames
        return imagesMeant(by: name, among: known).first ?? NearMiss().suggestion(for: name, among: known)
    }

    private var allImageNames: [String] {
        var names: Set<String> = []
        for link in links {
            for known in (try? link.pack.imageNames()) ?? [] { names.insert(known.description) }
        }
        return names.sorted()
    }

    /// The names of the chain that the path of a file means, or a name without its folder: of images, else of settings.
    package func names(meantBy name: String) -> [String] {
        let images = imagesMeant(by: name, among: allImageNames)
        guard images.isEmpty, let settings = try? settingsTable() else { return images }
        return settings.entries.lazy.map(\.key.path).filter { $0.hasSuffix(".\(name)") }
    }

    private func imagesMeant(by name: String, among known: [String]) -> [String] {
        for prefix in links.map(\.pack.theme.imageNamePrefix) + [.none] {
            let path = ImagePath(name, prefix: prefix) ?? ImagePath(name + ".png", prefix: prefix)
            let meant = path?.name.description ?? name
            let inPath = known.filter { $0 == meant || meant.hasSuffix("/\($0)") }
            if let whole = inPath.max(by: { $0.utf8.count < $1.utf8.count }) { return [whole] }
            let inFolders = known.filter { $0.hasSuffix("/\(meant)") }
            if !inFolders.isEmpty { return inFolders }
        }
        return []
    }

    /// The key of a setting of the chain that is most like a misspelled one; `nil` if none is like it, or settings
    /// cannot be read.
    public func suggestion(forSetting key: SettingKey) -> String? {
        guard let settings = try? settingsTable() else { return nil }
        return NearMiss().suggestion(for: key.path, among: settings.entries.lazy.map(\.key.path).filter { !$0.isEmpty })
    }
}
