import ThemeModel

extension ProjectSurvey {
    /// Reports the patterns of `"ignore"` and `"overrides"` that match no file. Compares patterns of overrides with
    /// paths until each has matched one.
    mutating func reportUnusedPatterns() {
        let folders = ((try? project.allThemeFolders()) ?? []).map { "\(project.themesFolder)/\($0)" }
        for (index, pattern) in project.ignored.patterns.enumerated()
        where !usedPatterns.contains(index) && !folders.contains(where: pattern.glob.matches) {
            report(unused: pattern)
        }
        var left = project.ruleBook.overrides.flatMap(\.paths.patterns)
        func compare(_ path: String) {
            guard !left.isEmpty else { return }
            let path = Glob.Path(path)
            left.removeAll { $0.glob.matches(path) }
        }
        for theme in themes {
            compare(theme.manifestPath)
            if let path = theme.configPath { compare(path) }
        }
        for number in images.files.indices where !left.isEmpty { compare(images.path(number)) }
        for (file, folder) in resources.joined() { compare("\(folder)/\(file.path)") }
        for finding in findings { compare(finding.path) }
        for pattern in left { report(unused: pattern) }
    }

    private mutating func report(unused pattern: PathPatterns.Pattern) {
        let text = pattern.glob.pattern
        let isFolder = project.fileSystem.kind(of: project.join(text)) == .folder
        findings.append(
            Finding(
                .exemptionUnused, path: Project.fileName, key: pattern.key.description, position: pattern.position,
                "'\(text)' matches no file",
                hint: isFolder ? "did you mean '\(text)/**'?" : "correct the path, or remove it"))
    }
}
