/// The properties of the theme in a pack.
public struct PackTheme: Hashable, Sendable {
    /// The id by which the theme is selected.
    public var id: ThemeID
    /// The name that people see.
    public var name: String
    /// The theme's own version.
    public var version: SemanticVersion
    /// The prefix of its image file names.
    public var imageNamePrefix: ImagePrefix
    /// The next theme of the chain; `nil` means the default theme.
    public var extends: ThemeID?
    /// The position of alpha in its colors of four and eight digits.
    public var colorOrder: ThemeColor.Order
    /// The time in which the theme is selected automatically.
    public var season: ThemeSeason

    package init(
        id: ThemeID, name: String, version: SemanticVersion, imageNamePrefix: ImagePrefix = .none,
        extends: ThemeID? = nil, colorOrder: ThemeColor.Order = .argb, season: ThemeSeason = .none
    ) {
        self.id = id
        self.name = name
        self.version = version
        self.imageNamePrefix = imageNamePrefix
        self.extends = extends
        self.colorOrder = colorOrder
        self.season = season
    }
}
