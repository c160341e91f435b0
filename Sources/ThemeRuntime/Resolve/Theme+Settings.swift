public import Foundation
public import ThemeModel

/// Settings in force, by key path. `nil` means that neither the theme nor anything behind it sets the key: a bound property
/// keeps what it has. Throws ``ThemeError/wrongType(path:key:expected:found:)`` if something else stands there, and what
/// ``ThemePack/ownSettings()`` throws if a settings file of the chain cannot be read.
///
/// The settings of all themes of the chain are read and merged at the first question. After that a look-up is one probe of a
/// hash table; strings, numbers, booleans and colours come out of it as they are and allocate nothing.
extension Theme {
    /// Whatever stands there, as JSON has it. Objects are merged along the chain.
    public func value(_ key: SettingKey) throws(ThemeError) -> SettingValue? { try setting(key) { $0.value } }

    /// The members of an object, merged along the chain.
    public func object(_ key: SettingKey) throws(ThemeError) -> [String: SettingValue]? {
        try setting(key, "an object") { $0.value.object }
    }

    /// A string as it stands in the file.
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

    /// A colour in any notation that ``Colour/init(_:order:)`` reads, alpha where the theme's `colorOrder` has it.
    public func colour(_ key: SettingKey) throws(ThemeError) -> Colour? {
        try setting(key, "a colour: \(InvalidColour.expected)") { $0.colour }
    }

    /// An absolute URL, or a relative one.
    public func url(_ key: SettingKey) throws(ThemeError) -> URL? {
        try setting(key, "a URL") { $0.value.string.flatMap { URL(string: $0) } }
    }

    /// A font: `"PingFangSC-Medium,24"`, `"24 PingFangSC-Medium"`, or an object of `name` and `size`.
    public func font(_ key: SettingKey) throws(ThemeError) -> ThemeFont? {
        try setting(key, ThemeFont.expected) { ThemeFont($0.value) }
    }

    /// A size in points: an object of `width` and `height`, `"320x44"`, or `"{320, 44}"`.
    public func size(_ key: SettingKey) throws(ThemeError) -> PointSize? {
        try setting(key, PointSize.expected) { PointSize($0.value) }
    }

    /// Distances from four edges in points: an object of `top`, `left`, `bottom` and `right`.
    public func capInsets(_ key: SettingKey) throws(ThemeError) -> CapInsets? {
        try setting(key, CapInsets.expected) { CapInsets($0.value) }
    }

    /// The picture that a setting names: `Images.primaryButton` is `"common/buttonImage"`, say. `nil` also if no theme has it.
    public func image(forKey key: SettingKey, scale: Scale) throws(ThemeError) -> ThemeImage? {
        guard let name = try string(key) else { return nil }
        return try image(named: name, scale: scale)
    }

    /// Which theme of the chain sets a key; for an object, the first that sets any of it.
    public func origin(of key: SettingKey) throws(ThemeError) -> ThemeOrigin? {
        try setting(key) { ThemeOrigin(links[$0.link].pack, entry: PackContents.settingsPath) }
    }

    /// What `read` makes of the setting, which throws if that is nothing; `nil` if the setting is not there.
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

    /// The settings of the chain, merged at the first call.
    func settingsTable() throws(ThemeError) -> SettingsTable {
        if let table = table.object { return table }
        // Two threads may both get here; both merge the same, and one of the results is kept.
        var layers: [(SettingValue?, Colour.Order)] = []
        for link in links { layers.append((try link.pack.ownSettings(), link.pack.theme.colorOrder)) }
        return table.storeIfNil(SettingsTable(layers))
    }

    private func wrongType(_ entry: SettingsTable.Entry, _ expected: String) -> ThemeError {
        .wrongType(path: links[entry.link].pack.path, key: entry.path, expected: expected, found: entry.value.summary)
    }
}

extension SettingValue {
    /// What a message calls the value: its kind, and the value itself where that is short.
    var summary: String {
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
