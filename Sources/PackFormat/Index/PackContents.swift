package import ThemeModel

/// Everything that a pack's index lists.
package struct PackContents: Hashable, Sendable {
    package static let indexPath = "index"
    package static let manifestPath = "manifest.json"
    package static let settingsPath = "config.json"
    package static let imageFolder = "images/"
    package static let resourceFolder = "resources/"

    package var theme: PackTheme
    /// The digest of the ``Contract`` that the theme was verified against.
    package var contract: ContentDigest
    package var manifest: DataReference
    /// `config.json`; `nil` if the theme has no settings.
    package var settings: DataReference?
    /// In the order of names.
    package var images: [PackImage]
    /// In the order of paths, which are relative to the theme's folder.
    package var resources: [PackResource]

    package func path(of name: LogicalName, at scale: Scale) -> String {
        Self.path(of: name, theme.imageNamePrefix, scale)
    }

    static func path(of name: LogicalName, _ prefix: ImagePrefix, _ scale: Scale) -> String {
        ImageFileName.packPath(below: imageFolder, of: name, prefix: prefix, scale: scale)
    }

    package init(
        theme: PackTheme, contract: ContentDigest, manifest: DataReference, settings: DataReference?,
        images: [PackImage],
        resources: [PackResource]
    ) {
        (self.theme, self.contract, self.manifest, self.settings) = (theme, contract, manifest, settings)
        (self.images, self.resources) = (images, resources)
    }
}
