import ThemeModel

/// A theme's folder, its `theme.json` and its settings, with findings about them.
package struct ThemeSource: Sendable {
    static let manifestName = "theme.json"

    package let folderName: String
    /// Relative to the project: `themes/year`.
    package let folder: String
    package internal(set) var manifest: ThemeManifest?
    package internal(set) var settings: SourceDocument?
    package internal(set) var findings: [Finding] = []
    /// Whether the theme has no folder. Such a default theme has no version of its own, so it is not packed.
    package internal(set) var isImplied = false
    /// Whether the folder is a link out of the project. It is not read.
    private(set) var isOutside = false
    var manifestDocument: SourceDocument?

    package var manifestPath: String { "\(folder)/\(Self.manifestName)" }
    package var configPath: String? { manifest?.config.map { "\(folder)/\($0)" } }
    package var isDefault: Bool { folderName == ThemeID.default.string }
    package func position(of key: String) -> SourcePosition? { manifestDocument?.valuePositions[SettingPath([key])] }

    package init(folderName: String, in project: Project) {
        self.folderName = folderName
        folder = "\(project.themesFolder)/\(folderName)"
        isOutside = project.leadsOut(folder)
        guard !isOutside else {
            findings.append(project.leadsOut(folder, theme: folderName))
            return
        }
        readManifest(project)
        readSettings(project)
    }

    /// The default theme of a project without `themes/default`: the asset tree's images and no settings.
    static func impliedDefault(of project: Project) -> ThemeSource {
        var source = ThemeSource(folderName: ThemeID.default.string, folder: "\(project.themesFolder)/default")
        let version = SemanticVersion(major: 0, minor: 0, patch: 0)
        source.manifest = ThemeManifest(id: .default, name: "Default", version: version, extends: nil)
        source.isImplied = true
        return source
    }

    private init(folderName: String, folder: String) { (self.folderName, self.folder) = (folderName, folder) }
}
