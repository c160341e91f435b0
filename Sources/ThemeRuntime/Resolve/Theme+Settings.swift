public import Foundation
import Synchronization
public import ThemeModel

/// Settings in force, by key path. `nil` means that neither the theme nor anything behind it sets the key: a bound property
/// keeps what it has. Throws ``ThemeError/wrongType(path:key:expected:found:)`` if something else stands there, and what
/// ``ThemePack/ownSettings()`` throws if a settings file of the chain cannot be read.
///
/// The settings of all themes of the chain are read and merged at the first question. After that a look-up is one probe of a
/// hash table; strings, numbers, booleans and colours come out of it as they are and allocate nothing.
extension Theme {
    /// Whatever stands there, as JSON has it. Objects are merged along the chain.
    public func value(_ key: SettingKey) throws(ThemeError) -> SettingValue? { try entry(key)?.value }

    /// The members of an object, merged along the chain.
    public func object(_ key: SettingKey) throws(ThemeError) -> [String: SettingValue]? {
        guard let entry = try entry(key) else { return nil }
        guard case .object(let members) = entry.value else { throw wrongType(entry, "an object") }
        return members
    }

    /// A string as it stands in the file.
    public func string(_ key: SettingKey) throws(ThemeError) -> String? {
        guard let entry = try entry(key) else { return nil }
        guard case .string(let text) = entry.value else { throw wrongType(entry, "a string") }
        return text
    }

    /// A number; `true` and `"6"` are none.
    public func number(_ key: SettingKey) throws(ThemeError) -> Double? {
        guard let entry = try entry(key) else { return nil }
        guard case .number(let number) = entry.value else { throw wrongType(entry, "a number") }
        return number
    }

    /// `true` or `false`; 0 and 1 are neither.
    public func boolean(_ key: SettingKey) throws(ThemeError) -> Bool? {
        guard let entry = try entry(key) else { return nil }
        guard case .boolean(let flag) = entry.value else { throw wrongType(entry, "true or false") }
        return flag
    }

    /// A colour in any notation that ``Colour/init(_:order:)`` reads, alpha where the theme's `colorOrder` has it.
    public func colour(_ key: SettingKey) throws(ThemeError) -> Colour? {
        guard let entry = try entry(key) else { return nil }
        guard let colour = entry.colour else { throw wrongType(entry, "a colour: \(InvalidColour.expected)") }
        return colour
    }

    /// An absolute URL, or a relative one.
    public func url(_ key: SettingKey) throws(ThemeError) -> URL? {
        guard let entry = try entry(key) else { return nil }
        guard let url = entry.value.string.flatMap({ URL(string: $0) }) else { throw wrongType(entry, "a URL") }
        return url
    }

    /// A font: `"PingFangSC-Medium,24"`, `"24 PingFangSC-Medium"`, or an object of `name` and `size`.
    public func font(_ key: SettingKey) throws(ThemeError) -> ThemeFont? {
        guard let entry = try entry(key) else { return nil }
        guard let font = ThemeFont(entry.value) else { throw wrongType(entry, ThemeFont.expected) }
        return font
    }

    /// A size in points: an object of `width` and `height`, `"320x44"`, or `"{320, 44}"`.
    public func size(_ key: SettingKey) throws(ThemeError) -> PointSize? {
        guard let entry = try entry(key) else { return nil }
        guard let size = PointSize(entry.value) else { throw wrongType(entry, PointSize.expected) }
        return size
    }

    /// Distances from four edges in points: an object of `top`, `left`, `bottom` and `right`.
    public func capInsets(_ key: SettingKey) throws(ThemeError) -> CapInsets? {
        guard let entry = try entry(key) else { return nil }
        guard let insets = CapInsets(entry.value) else { throw wrongType(entry, CapInsets.expected) }
        return insets
    }

    /// The picture that a setting names: `Images.primaryButton` is `"common/buttonImage"`, say. `nil` also if no theme has it.
    public func image(forKey key: SettingKey, scale: Scale) throws(ThemeError) -> ThemeImage? {
        guard let name = try string(key) else { return nil }
        return try image(named: name, scale: scale)
    }

    /// Which theme of the chain sets a key; for an object, the first that sets any of it.
    public func origin(of key: SettingKey) throws(ThemeError) -> ThemeOrigin? {
        try entry(key).map { ThemeOrigin(links[$0.link].pack, entry: PackContents.settingsPath) }
    }

    private func entry(_ key: SettingKey) throws(ThemeError) -> SettingsTable.Entry? {
        if let table = table.load() { return table.entry(key) }
        return try settingsTable().entry(key)
    }

    /// The settings of the chain, merged at the first call.
    func settingsTable() throws(ThemeError) -> SettingsTable {
        if let table = table.load() { return table }
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
