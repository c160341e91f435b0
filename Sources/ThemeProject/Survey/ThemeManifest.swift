package import ThemeModel

/// The contents of a `theme.json`. The default of a property applies if its key is absent.
package struct ThemeManifest: Hashable, Sendable {
    /// Also the name of the theme's folder.
    package var id: ThemeID
    package var name: String
    package var version: SemanticVersion
    package var imageNamePrefix: ImagePrefix = .none
    /// The theme that answers if this one has no answer; `nil` only for the default theme.
    package var extends: ThemeID? = .default
    /// Relative to the theme's folder; `nil` if the theme has no settings.
    package var config: PortablePath?
    /// The position of alpha in colors of 4 and 8 digits.
    package var colorOrder: ThemeColor.Order = .argb
    /// Globs of files that are packed without verification.
    package var resources: [String] = []
    package var season: ThemeSeason = .none
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
