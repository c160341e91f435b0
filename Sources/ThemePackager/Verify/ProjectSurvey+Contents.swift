import ThemeModel

extension ProjectSurvey {
    /// Types of the default theme's settings; none if it has no settings.
    var defaultTypes: [SettingPath: SettingType] {
        defaultTheme.flatMap { themes[$0].settings?.value }.map(SettingsCheck.types) ?? [:]
    }

    func settingsFindings() -> [Finding] {
        let defaults = defaultTheme.flatMap { themes[$0].settings?.value }
        let types = defaultTypes
        return selected.flatMap { theme -> [Finding] in
            let source = themes[theme]
            guard let document = source.settings, let path = source.configPath, let manifest = source.manifest else {
                return []
            }
            let check = SettingsCheck(
                theme: name(theme), path: path, document: document, order: manifest.colorOrder,
                defaults: source.isDefault ? nil : defaults, defaultTypes: types)
            return check.findings()
        }
    }

    /// Reads what is packed as it is. By theme, in the order of paths.
    ///
    /// - Parameter budget: `nil` where nothing is to be packed; then the files are only found readable.
    mutating func readResources(budget: MemoryBudget?) -> [[VerifiedTheme.Resource]] {
        var contents = [[VerifiedTheme.Resource]](repeating: [], count: themes.count)
        for theme in selected {
            for (file, folder) in resources[theme] {
                let location = project.location(of: file, in: folder)
                do {
                    let bytes = try project.fileSystem.read(
                        location, first: budget == nil ? 0 : nil, limit: project.limits.resourceBytes
                    ).bytes
                    guard let budget else { continue }
                    contents[theme].append(
                        VerifiedTheme.Resource(
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
