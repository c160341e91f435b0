import ThemeModel
package import ThemeProject

/// A theme without errors. Nothing else can be packaged.
package struct VerifiedTheme: Sendable {
    package let manifest: ThemeManifest
    let settings: SettingValue?
    /// The digest of the defaults that the theme was compared with.
    let contractDigest: ContentDigest
    /// Sorted by name and scale; `resources` by path.
    let images: [VerifiedImage]
    let resources: [VerifiedResource]
    let trees: ImageTrees
}

struct VerifiedImage: Sendable {
    let file: ImageFile
    let size: PixelSize
    let content: VerifiedBytes
}
