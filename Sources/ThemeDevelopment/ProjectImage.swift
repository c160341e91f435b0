import ThemeProject

/// An image of a theme, read from a project.
struct ProjectImage {
    let variant: ImageFile.Variant
    /// Relative to the project.
    let path: String
    let size: PixelSize
    let bytes: [UInt8]
}
