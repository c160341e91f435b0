import PackFormat
import ThemeModel

extension Theme {
    /// The name of an image of the chain that is most like a misspelled one; `nil` if none is like it.
    ///
    /// Cost: reads the whole index of each pack of the chain. Damaged packs make no suggestion.
    public func suggestion(forImageNamed name: String) -> String? {
        var names: Set<String> = []
        for link in links {
            for known in (try? link.pack.imageNames()) ?? [] { names.insert(known.description) }
        }
        return NearMiss().suggestion(for: name, among: names.sorted())
    }

    /// The key of a setting of the chain that is most like a misspelled one; `nil` if none is like it, or settings
    /// cannot be read.
    public func suggestion(forSetting key: SettingKey) -> String? {
        guard let settings = try? settingsTable() else { return nil }
        return NearMiss().suggestion(for: key.path, among: settings.entries.lazy.map(\.key.path).filter { !$0.isEmpty })
    }
}
