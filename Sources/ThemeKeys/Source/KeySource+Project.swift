import ThemeModel
package import ThemeProject

extension KeySource {
    /// Reads the names of a project. Opens images only to read their sizes.
    ///
    /// - Throws: the first error of the default theme or of a `theme.json`, because it might hide a name.
    package init(of project: Project) throws(UserError) {
        let survey = try ProjectSurvey(of: project, .folders([ThemeID.default.string]), jobs: 1)
        let others = survey.themes.indices.filter { !survey.selected.contains($0) }
        let findings =
            survey.findings + others.flatMap { survey.themes[$0].findings }.filter { $0.rule == .themeManifest }
        let judged = project.ruleBook.judge(findings, isComplete: false)
        if let finding = judged.first(where: { $0.severity == .error }) {
            throw UserError(
                path: project.join(finding.path), position: finding.position,
                (finding.key.map { "\($0): " } ?? "") + finding.message, hint: finding.hint)
        }
        self.init(rules: project.keys)
        budget = project.budget
        for group in survey.images.ranges.indices {
            if let number = survey.images.defaultImage(of: group) { addImage(number, of: survey) }
        }
        if let number = survey.defaultTheme {
            let theme = survey.themes[number]
            if let document = theme.settings { settings = document.value }
            if let manifest = theme.manifest { colorOrder = manifest.colorOrder }
            resources = survey.resources[number].map(\.file.path)
        }
        themes = survey.themes.compactMap { $0.manifest?.id }.filter { $0 != .default }.sorted()
    }

    private mutating func addImage(_ number: Int, of survey: ProjectSurvey) {
        let variant = survey.images.files[number].variant
        if images.last?.name != variant.name { images.append(Image(name: variant.name, scales: [])) }
        images[images.count - 1].scales.append(variant.scale)
        // One variant gives the size in points.
        guard images[images.count - 1].size == nil else { return }
        let path = survey.images.location(number)
        let head = try? survey.project.fileSystem.read(path, first: 33, limit: .max)
        if let head, let size = try? PNGStructure(head.bytes).size {
            images[images.count - 1].size = (size, variant.scale)
        }
    }
}
