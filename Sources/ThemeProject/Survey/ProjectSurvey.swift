package import ThemeModel

// See docs/decisions/12-one-survey.md.
/// The files of a project with their owners. The name of a file decides its owner. No image is opened.
package struct ProjectSurvey: Sendable {
    package let project: Project
    package internal(set) var themes: [SourceTheme]
    /// The indexes in `themes` by the names of their folders.
    let themeNumbers: [String: Int]
    package let selected: [Int]
    package internal(set) var images: ImageGroups
    var ungroupedImages: [ImageFile] = []
    /// The resources of each theme, by its index in `themes`, sorted by path.
    package internal(set) var resources: [[(file: TreeFile, folder: String)]]
    package var findings: [Finding] = []
    /// The trees that are walked but not yet surveyed, by path in the project.
    var walkedTrees: [String: Result<FileTree, FileError>] = [:]
    /// The patterns of `"ignore"` that matched a file or folder, by their index.
    var usedPatterns: Set<Int> = []
    /// Images in themes' folders that lack the prefix. They are reported when the names of all defaults are known.
    var unprefixed: [(theme: Int, file: TreeFile, image: ImageFileName)] = []

    package var defaultTheme: Int? { themes.firstIndex { $0.isDefault } }
    package var selectedDefault: Int? { selected.first { themes[$0].isDefault } }

    /// Walks the asset tree and the folders of the selected themes once. Reads every `theme.json`, because the owner of
    /// an image depends on all prefixes.
    package init(of project: Project, _ scope: ThemeScope, jobs: Int) throws(UserError) {
        self.project = project
        var themes = try project.themeFolders().map { SourceTheme(folderName: $0, in: project) }
        if !themes.contains(where: \.isDefault) { themes.append(.impliedDefault(of: project)) }
        self.themes = themes
        themeNumbers = Dictionary(themes.enumerated().map { ($1.folderName, $0) }) { first, _ in first }
        selected = themes.indices.filter { scope.contains(themes[$0].folderName) }
        images = ImageGroups(in: ImageTrees(of: project, themes))
        resources = Array(repeating: [], count: themes.count)
        findings = selected.flatMap { themes[$0].findings }
        checkChains()
        resolveAliases()
        checkThemeNames()
        walkTrees(jobs: jobs)
        try surveyAssets()
        for theme in selected { surveyFolder(of: theme) }
        groupImages()
        for theme in selected {
            checkPackNames(of: theme)
            sortResources(of: theme)
        }
        for (theme, file, image) in unprefixed { findings.append(missingPrefix(file, image, theme)) }
        if selectedDefault != nil { reportMisspelledDefaults() }
        if scope.isEverything { reportUnusedPatterns() }
    }

    package var defaultTypes: [SettingPath: SettingType] {
        defaultTheme.flatMap { themes[$0].settings?.value.types } ?? [:]
    }

    /// Returns the theme's id, or its folder's name if `theme.json` cannot be read.
    package func name(_ theme: Int) -> String { themes[theme].manifest?.id.string ?? themes[theme].folderName }

    package func ownerName(_ owner: Int?) -> String { owner.map(name) ?? ThemeID.default.string }
}
