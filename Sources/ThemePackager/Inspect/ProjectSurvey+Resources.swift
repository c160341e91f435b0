import ThemeModel
import ThemeProject

extension ProjectSurvey {
    /// Reads the resources of the selected themes. Adds a finding for each file that cannot be read.
    ///
    /// - Parameter budget: `nil` if nothing will be packed; then the files are only checked for being readable.
    /// - Returns: the resources by theme, sorted by path.
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
