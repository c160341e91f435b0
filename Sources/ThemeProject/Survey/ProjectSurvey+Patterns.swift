import ThemeModel

extension ProjectSurvey {
    /// Reports the patterns of `"ignore"` and `"overrides"` that match no file. Compares patterns of overrides with
    /// paths until each has matched one.
    mutating func reportUnusedPatterns() {
        let budget = project.budget
        let folders = ((try? project.allThemeFolders()) ?? []).map { "\(project.themesFolder)/\($0)" }
        for (index, pattern) in project.ignored.patterns.enumerated()
        where !usedPatterns.contains(index) && budget.rest(of: .patterns) > 0
            && !folders.contains(where: { pattern.glob.matches($0, budget) })
        {
            report(unused: pattern)
        }
        let patterns = project.ruleBook.overrides.flatMap(\.paths.patterns)
        var left = patterns.indices.filter { patterns[$0].glob.hasWildcards }
        var plain = Set(patterns.lazy.map(\.glob).filter { !$0.hasWildcards })
        func compare(_ text: String) {
            if !plain.isEmpty { plain.remove(Glob(text)) }
            guard !left.isEmpty else { return }
            let path = Glob.Path(text)
            left.removeAll { patterns[$0].glob.matches(path, budget) }
        }
        for theme in themes {
            compare(theme.manifestPath)
            if let path = theme.configPath { compare(path) }
        }
        for number in images.files.indices where !(left.isEmpty && plain.isEmpty) { compare(images.path(number)) }
        for (file, folder) in resources.joined() { compare("\(folder)/\(file.path)") }
        for finding in findings { compare(finding.path) }
        // Without budget, nothing matches.
        guard budget.rest(of: .patterns) > 0 else { return }
        let unmatched = Set(left)
        for (index, pattern) in patterns.enumerated() where unmatched.contains(index) || plain.contains(pattern.glob) {
            report(unused: pattern)
        }
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
