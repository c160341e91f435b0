import PackFormat
public import ThemeModel

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
        return try image(named: name, at: scale)
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

    /// The merged settings of the chain.
    package func settingsTable() throws(ThemeError) -> SettingsTable {
        if let known = mergedSettings.object { return known }
        // Two threads may both get here. They make equal tables, and one is kept.
        var layers: [(SettingValue?, ThemeColor.Order)] = []
        for link in links { layers.append((try link.pack.ownSettings(), link.pack.theme.colorOrder)) }
        return mergedSettings.storeIfNil(SettingsTable(layers))
    }

    @usableFromInline
    func wrongType(_ key: SettingKey, _ setting: ResolvedSetting, expected: String) -> ThemeError {
        .wrongType(path: label(of: key), key: key.path, expected: expected, found: setting.value.summary)
    }
}
