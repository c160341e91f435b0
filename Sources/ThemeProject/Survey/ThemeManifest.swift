package import ThemeModel

package struct ThemeManifest: Hashable, Sendable {
    /// Also the name of the theme's folder.
    package var id: ThemeID
    package var name: String
    package var version: SemanticVersion
    package var imageNamePrefix: ImagePrefix
    /// The theme that answers if this one has no answer; `nil` only for the default theme.
    package var extends: ThemeID?
    /// Relative to the theme's folder; `nil` if the theme has no settings.
    package var config: PortablePath?
    /// The position of alpha in colors of 4 and 8 digits.
    package var colorOrder: ThemeColor.Order
    /// Globs of files that are packed without verification.
    package var resources: [String]
    package var season: ThemeSeason

    /// The default of each parameter applies to a `theme.json` without the key.
    init(
        id: ThemeID, name: String, version: SemanticVersion, imageNamePrefix: ImagePrefix = .none,
        extends: ThemeID? = .default, config: PortablePath? = nil, colorOrder: ThemeColor.Order = .argb,
        resources: [String] = [], season: ThemeSeason = .none
    ) {
        self.id = id
        self.name = name
        self.version = version
        self.imageNamePrefix = imageNamePrefix
        self.extends = extends
        self.config = config
        self.colorOrder = colorOrder
        self.resources = resources
        self.season = season
    }
}

extension ThemeManifest {
    /// For example `year-1.2.0.themepack.zip`.
    package var packFileName: String { "\(id)-\(version).themepack.zip" }

    package var packTheme: PackTheme {
        PackTheme(
            id: id, name: name, version: version, imageNamePrefix: imageNamePrefix, extends: extends,
            colorOrder: colorOrder, season: season)
    }
}
