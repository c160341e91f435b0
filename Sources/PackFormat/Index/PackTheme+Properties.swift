import ThemeModel

extension PackTheme {
    /// The properties for the index and the manifest, in the order of keys, without empty values.
    package var properties: [(key: String, value: String)] {
        let own = [
            ("colorOrder", colorOrder == .argb ? "" : colorOrder.rawValue),
            ("extends", extends?.string ?? ""),
            ("id", id.string),
            ("imageNamePrefix", imageNamePrefix.string),
            ("name", name),
            ("version", version.description),
        ]
        return (own + season.properties).filter { !$0.1.isEmpty }.sorted { UTF8Order.precedes($0.0, $1.0) }
    }

    /// Ignores unknown keys.
    init(properties: PackProperties) throws(PackError) {
        guard let order = ThemeColor.Order(rawValue: properties["colorOrder"] ?? "argb") else {
            throw PackError("the index has a color order that does not exist")
        }
        do {
            let id = try ThemeID(properties["id"] ?? "")
            self.init(
                id: id, name: properties["name"] ?? id.string,
                version: try SemanticVersion(properties["version"] ?? ""),
                imageNamePrefix: try ImagePrefix(properties["imageNamePrefix"] ?? ""),
                extends: try properties["extends"].map { try ThemeID($0) }, colorOrder: order,
                season: try ThemeSeason(properties: properties))
        } catch let error as InvalidName {
            throw PackError("the theme's properties in the index have '\(error.found)', expected \(error.expected)")
        } catch {
            throw PackError("the theme's properties in the index are invalid")
        }
    }
}
