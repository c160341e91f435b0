/// What a theme says of itself in its `theme.json`.
public struct ThemeManifest: Hashable, Sendable {
    public var id: ThemeID
    /// The name that people see.
    public var name: String
    public var version: SemanticVersion
    public var imageNamePrefix: ImagePrefix
    /// The theme that is asked where this one has nothing; `nil` only for the default theme.
    public var extends: ThemeID?
    /// The settings' file, relative to the theme's folder; `nil` if the theme has no settings.
    public var config: PortablePath?
    public var colorOrder: Colour.Order
    /// Globs of files that are packed as they are.
    public var resources: [String]

    public init(
        id: ThemeID, name: String, version: SemanticVersion, imageNamePrefix: ImagePrefix = .none,
        extends: ThemeID? = .default, config: PortablePath? = nil, colorOrder: Colour.Order = .argb,
        resources: [String] = []
    ) {
        (self.id, self.name, self.version, self.imageNamePrefix) = (id, name, version, imageNamePrefix)
        (self.extends, self.config, self.colorOrder, self.resources) = (extends, config, colorOrder, resources)
    }
}
