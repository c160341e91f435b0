package import ThemeProject

/// The project that an import extends, or the place of a new one.
package struct TargetProject {
    let place: OutputPlace
    package var root: String { place.path }
    /// `nil` if there is no project yet.
    let project: Project?
    var assetFolder: String { project?.configuration.assetFolder ?? "assets" }
    var themesFolder: String { project?.configuration.themesFolder ?? "themes" }
    package var limits: ProjectLimits { project?.configuration.limits ?? ProjectLimits() }
    private(set) var themes: [ThemeID: SurveyedTheme] = [:]
    /// The files of the images that exist, relative to the root.
    private(set) var images: [ImageKey: String] = [:]

    struct ImageKey: Hashable {
        let theme: ThemeID
        let name: LogicalName
        let scale: Scale
    }

    /// - Parameter folder: the project's folder, which no other process changes from here on.
    /// - Throws: ``UserError`` if a project is there that cannot be read.
    package init(in folder: OutputFolder) throws(UserError) {
        place = folder.place
        let root = folder.place.path
        guard Project.isProject(root) else {
            project = nil
            return
        }
        let project = try Project(at: root)
        self.project = project
        guard DiskFileSystem().kind(of: project.join(assetFolder)) == .folder else { return }
        let survey = try ProjectSurvey(of: project, .everything, jobs: 1)
        try project.budget.check()
        for theme in survey.themes where !theme.isImplied {
            // A killed import can leave images of a theme that it did not finish.
            guard DiskFileSystem().kind(of: project.join(theme.manifestPath)) != nil else { continue }
            guard let manifest = theme.manifest else {
                throw UserError(path: theme.manifestPath, "is broken", hint: "themepack verify says what is wrong")
            }
            themes[manifest.id] = theme
        }
        for (number, file) in survey.images.files.enumerated() {
            var owner = ThemeID.default
            if let theme = survey.images.owner(number) {
                guard let id = survey.themes[theme].manifest?.id else { continue }
                owner = id
            }
            images[ImageKey(theme: owner, name: file.variant.name, scale: file.variant.scale)] =
                survey.images.path(number)
        }
    }

    /// The prefixes of themes that have one, the longest first.
    var prefixes: [ImageOwner] {
        themes.compactMap { id, theme in
            guard let prefix = theme.manifest?.imageNamePrefix, !prefix.isEmpty else { return nil }
            return ImageOwner(prefix: prefix.string, theme: id)
        }.sorted { ($1.prefix.utf8.count, $0.theme) < ($0.prefix.utf8.count, $1.theme) }
    }

    /// The theme whose prefix a default image of this name would have.
    func owner(ofStem stem: String) -> ThemeID? {
        prefixes.first { stem.utf8.starts(with: $0.prefix.utf8) }?.theme
    }

    func hasDefault(_ name: LogicalName) -> Bool {
        (1...9).contains { Scale($0).map { images[ImageKey(theme: .default, name: name, scale: $0)] != nil } ?? false }
    }

    func path(of key: ImageKey) -> String {
        if let known = images[key] { return known }
        let folder = key.theme == .default ? assetFolder : "\(themesFolder)/\(key.theme)"
        let prefix = themes[key.theme]?.manifest?.imageNamePrefix ?? .none
        return ImageFileName.packPath(below: folder + "/", of: key.name, prefix: prefix, scale: key.scale)
    }
}
