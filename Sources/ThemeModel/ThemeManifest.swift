/// What a theme says of itself in its `theme.json`.
public struct ThemeManifest: Hashable, Sendable {
    /// The name by which the theme is selected, and that of its folder.
    public var id: ThemeID
    /// The name that people see.
    public var name: String
    /// The theme's own version.
    public var version: SemanticVersion
    /// What its image files have in front of their names.
    public var imageNamePrefix: ImagePrefix
    /// The theme that is asked where this one has nothing; `nil` only for the default theme.
    public var extends: ThemeID?
    /// The settings' file, relative to the theme's folder; `nil` if the theme has no settings.
    public var config: PortablePath?
    /// Where its colours of 4 and 8 digits have the alpha.
    public var colorOrder: Colour.Order
    /// Globs of files that are packed as they are.
    public var resources: [String]
    /// When the theme is to be in force by itself.
    public var season: ThemeSeason

    /// What is left out is as in a `theme.json` that leaves it out.
    public init(
        id: ThemeID, name: String, version: SemanticVersion, imageNamePrefix: ImagePrefix = .none,
        extends: ThemeID? = .default, config: PortablePath? = nil, colorOrder: Colour.Order = .argb,
        resources: [String] = [], season: ThemeSeason = .none
    ) {
        (self.id, self.name, self.version, self.imageNamePrefix) = (id, name, version, imageNamePrefix)
        (self.extends, self.config, self.colorOrder, self.resources) = (extends, config, colorOrder, resources)
        self.season = season
    }
}
