/// The files that a theme was mounted from, for development. Paths are relative to the project.
package struct ProjectFiles: Sendable {
    /// The project's folder.
    let folder: String
    /// `nil` if the theme has no settings.
    let settings: String?
    /// The images and resources, by the ordinals of their variants.
    let variants: [String]

    package init(in folder: String, settings: String?, variants: [String]) {
        (self.folder, self.settings, self.variants) = (folder, settings, variants)
    }
}
