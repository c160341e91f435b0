import ThemeModel
import ThemeProject

/// The resources of a theme, read from a project.
struct ProjectResources {
    /// Sorted by path in the pack.
    private(set) var resources: [ProjectResource] = []
    private(set) var findings: [Finding] = []

    /// - Parameter theme: its index in the survey.
    init(of theme: Int, in survey: ProjectSurvey) {
        let project = survey.project
        for (file, folder) in survey.resources[theme] {
            let path = "\(folder)/\(file.path)"
            do throws(FileError) {
                let bytes = try project.fileSystem.read(
                    project.location(of: file, in: folder), limit: project.limits.resourceBytes)
                resources.append(ProjectResource(packPath: file.path, projectPath: path, bytes: bytes))
            } catch {
                findings.append(
                    Finding(.fileKind, theme: survey.name(theme), path: path, error.explanation, hint: error.hint))
            }
        }
    }
}

struct ProjectResource {
    let packPath: PortablePath
    let projectPath: String
    let bytes: [UInt8]
}
