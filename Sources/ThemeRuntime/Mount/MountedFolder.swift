/// The folder that a theme was mounted from, for development. Paths of files are relative to the project.
package struct MountedFolder: Sendable {
    let project: String
    /// `nil` if the theme has no settings.
    let settings: String?
    /// The images and resources, by the ordinals of their variants.
    let variants: [String]

    package init(inProject project: String, settings: String?, variants: [String]) {
        self.project = project
        self.settings = settings
        self.variants = variants
    }
}
