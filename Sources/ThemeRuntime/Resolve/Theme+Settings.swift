import PackFormat
public import ThemeModel

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Settings by key path. `nil` means that no theme of the chain sets the key. A value of another type throws
/// ``ThemeError/wrongType(path:key:expected:found:)``; settings that cannot be read throw as
/// ``ThemePack/ownSettings()``.
///
/// The first look-up reads and merges the settings of the chain. After that a look-up is one probe of a hash table;
/// strings, numbers, booleans and colors allocate nothing.
extension Theme {
    /// A setting of any type. Objects are merged along the chain.
    public func value(_ key: SettingKey) throws(ThemeError) -> SettingValue? { try setting(key) { $0.value } }

    /// The members of an object, merged along the chain.
    public func object(_ key: SettingKey) throws(ThemeError) -> [String: SettingValue]? {
        try setting(key, "an object") { $0.value.object }
    }

    /// A string.
    public func string(_ key: SettingKey) throws(ThemeError) -> String? {
        try setting(key, "a string") { $0.value.string }
    }

    /// A number; `true` and `"6"` are none.
    public func number(_ key: SettingKey) throws(ThemeError) -> Double? {
        try setting(key, "a number") { $0.value.double }
    }

    /// `true` or `false`; 0 and 1 are neither.
    public func boolean(_ key: SettingKey) throws(ThemeError) -> Bool? {
        try setting(key, "true or false") { if case .boolean(let flag) = $0.value { flag } else { nil } }
    }

    /// A color in any notation that ``ThemeColor/init(_:order:)`` reads, in the `colorOrder` of the theme that
    /// sets it.
    public func color(_ key: SettingKey) throws(ThemeError) -> ThemeColor? {
        try setting(key, "a color: \(InvalidColor.expected)") { $0.color }
    }

    /// An absolute URL, or a relative one.
    public func url(_ key: SettingKey) throws(ThemeError) -> URL? {
        try setting(key, "a URL") { $0.value.string.flatMap { URL(string: $0) } }
    }

    /// A font: `"PingFangSC-Medium,24"`, `"24 PingFangSC-Medium"`, or an object of `name` and `size`.
    public func font(_ key: SettingKey) throws(ThemeError) -> ThemeFont? {
        try setting(key, ThemeFont.expected) { ThemeFont($0.value) }
    }

    /// A size in points: an object of `width` and `height`, `"320x44"` or `"{320, 44}"`.
    public func size(_ key: SettingKey) throws(ThemeError) -> PointSize? {
        try setting(key, PointSize.expected) { PointSize($0.value) }
    }

    /// Distances from four edges in points: an object of `top`, `left`, `bottom` and `right`.
    public func capInsets(_ key: SettingKey) throws(ThemeError) -> CapInsets? {
        try setting(key, CapInsets.expected) { CapInsets($0.value) }
    }

    /// The image that a setting names: `Images.primaryButton` may be `"common/buttonImage"`. `nil` also if no theme
    /// has the image.
    public func image(forKey key: SettingKey, scale: Scale) throws(ThemeError) -> ThemeImage? {
        guard let name = try string(key) else { return nil }
        return try image(named: name, scale: scale)
    }

    /// The theme that sets a key; for an object, the first that sets a member.
    public func origin(of key: SettingKey) throws(ThemeError) -> ThemeOrigin? {
        try setting(key) { ThemeOrigin(links[$0.link].pack, entry: PackContents.settingsPath) }
    }

    /// Returns the converted setting; `nil` if the key is not set. Throws if `read` returns `nil`.
    @inline(__always)
    private func setting<Value>(
        _ key: SettingKey, _ expected: @autoclosure () -> String = "", read: (SettingsTable.Entry) -> Value?
    ) throws(ThemeError) -> Value? {
        let settings = try settingsTable()
        guard let number = settings.number(of: key) else { return nil }
        guard let value = read(settings.entries[number]) else {
            throw wrongType(settings.entries[number], expected())
        }
        return value
    }

    /// The merged settings of the chain.
    package func settingsTable() throws(ThemeError) -> SettingsTable {
        if let table = table.object { return table }
        // Two threads may both get here. They make equal tables, and one is kept.
        var layers: [(SettingValue?, ThemeColor.Order)] = []
        for link in links { layers.append((try link.pack.ownSettings(), link.pack.theme.colorOrder)) }
        return table.storeIfNil(SettingsTable(layers))
    }

    private func wrongType(_ entry: SettingsTable.Entry, _ expected: String) -> ThemeError {
        .wrongType(path: links[entry.link].pack.path, key: entry.path, expected: expected, found: entry.value.summary)
    }
}

extension SettingValue {
    /// The value in messages: its type, and the value itself if it is short.
    package var summary: String {
        switch self {
        case .null: "null"
        case .boolean(let flag): flag ? "true" : "false"
        case .number(let number): "the number \(number)"
        case .string(let text): "the string '\(text.prefix(80))'"
        case .list(let items): "a list of \(items.count)"
        case .object(let members): "an object of \(members.count)"
        }
    }
}
