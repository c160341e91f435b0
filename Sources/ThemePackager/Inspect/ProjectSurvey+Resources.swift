import ThemeModel
import ThemeProject

extension ProjectSurvey {
    /// Returns resources by theme, and reports files that cannot be read. Without a budget, only opens the files.
    mutating func readResources(budget: MemoryBudget?) -> [[VerifiedResource]] {
        var contents = [[VerifiedResource]](repeating: [], count: themes.count)
        for theme in selected {
            for (file, folder) in resources[theme] {
                let location = project.location(of: file, in: folder)
                do {
                    let bytes = try project.fileSystem.read(
                        location, first: budget == nil ? 0 : nil, limit: project.limits.resourceBytes
                    ).bytes
                    guard let budget else { continue }
                    contents[theme].append(
                        VerifiedResource(
                            path: file.path, content: VerifiedBytes(bytes, keeping: budget), location: location))
                } catch {
                    findings.append(
                        Finding(
                            .fileKind, theme: name(theme), path: "\(folder)/\(file.path)", error.explanation,
                            hint: error.hint))
                }
            }
        }
        return contents
    }
}
