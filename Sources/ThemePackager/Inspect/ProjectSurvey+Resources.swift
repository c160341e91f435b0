import ThemeModel
import ThemeProject

extension ProjectSurvey {
    /// Returns resources by theme, and reports files that cannot be read. Without a budget, only opens the files.
    mutating func readResources(budget: MemoryBudget?) -> [[InspectedResource]] {
        var found = [[InspectedResource]](repeating: [], count: themes.count)
        for theme in selected {
            for (file, folder) in resources[theme] {
                let location = project.location(of: file, in: folder)
                do {
                    let contents = try project.fileSystem.read(
                        location, first: budget == nil ? 0 : nil, limit: project.limits.resourceBytes)
                    found[theme].append(
                        InspectedResource(
                            path: file.path, location: location, byteCount: contents.size,
                            content: budget.map { VerifiedBytes(contents.bytes, keeping: $0) }))
                } catch {
                    findings.append(
                        Finding(
                            .fileKind, theme: name(theme), path: "\(folder)/\(file.path)", error.explanation,
                            hint: error.hint))
                }
            }
        }
        return found
    }
}
