import ThemeProject
package import ThemeRuntime

/// Themes of a project's folder. The project is surveyed once, however many of its themes are mounted.
package struct ProjectThemes {
    private let survey: ProjectSurvey
    private let contract: ContentDigest
    private let firstError: Finding?

    package init(_ ids: [ThemeID], inProject root: String) throws(ThemeError) {
        do throws(UserError) {
            survey = try ProjectSurvey(of: Project(at: root), .folders(Set(ids.map(\.string))), jobs: 1)
        } catch {
            throw .invalidProject(path: error.path ?? root, reason: error.message)
        }
        firstError = survey.project.configuration.ruleBook.judge(survey.findings, isComplete: false).first {
            $0.severity == .error
        }
        contract = ContentDigest(of: ProjectImages.contract(of: survey).canonicalBytes)
    }

    /// Returns the themes that answer after a theme, the default theme last.
    package func parents(of id: ThemeID) -> [ThemeID] {
        guard let theme = number(of: id) else { return [] }
        return survey.themes.chain(of: theme).dropFirst().compactMap { try? ThemeID(survey.themes[$0].folderName) }
    }

    /// Mounts one of the themes.
    package func pack(_ id: ThemeID) throws(ThemeError) -> ThemePack {
        let theme = try theme(id)
        return try ThemePack(memory: theme.memory(), path: theme.folder, mode: .resident, folder: theme.mounted)
    }

    func theme(_ id: ThemeID) throws(ThemeError) -> ProjectTheme {
        guard let theme = number(of: id) else {
            let folder = survey.project.join("\(survey.project.configuration.themesFolder)/\(id)")
            // An empty folder is not a theme.
            throw DiskFileSystem().kind(of: folder) == .folder
                ? .unreadable(path: "\(folder)/theme.json", reason: "is missing")
                : .unreadable(path: folder, reason: "does not exist")
        }
        if let firstError { throw ThemeError(firstError, in: survey.project) }
        return try ProjectTheme(theme, of: survey, contract: contract)
    }

    private func number(of id: ThemeID) -> Int? {
        survey.themes.selected.first { survey.themes[$0].folderName == id.string }
    }
}
