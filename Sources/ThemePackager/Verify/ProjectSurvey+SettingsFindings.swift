import PackFormat
import ThemeModel
import ThemeProject

extension ProjectSurvey {
    func settingsFindings() -> [Finding] {
        let defaults = defaultTheme.flatMap { themes[$0].settings?.value }
        let types = defaultTypes
        let defaultOrder = defaultTheme.flatMap { themes[$0].manifest?.colorOrder } ?? .argb
        return ContrastCheck(self).findings()
            + selected.flatMap { theme -> [Finding] in
                let source = themes[theme]
                guard let document = source.settings, let path = source.configPath, let manifest = source.manifest
                else {
                    return []
                }
                let check = SettingsCheck(
                    theme: name(theme), path: path, document: document,
                    colors: ColorCheck(order: manifest.colorOrder, defaultOrder: defaultOrder, defaultTypes: types),
                    defaults: source.isDefault ? nil : defaults, defaultTypes: types,
                    nearMiss: project.budget.suggestions)
                return check.findings() + packedLength(document, path: path, theme)
                    + SettingNamesCheck.findings(self, theme)
            }
    }

    /// Checks the length of the settings in a pack. Their form there has each value in a line of its own.
    private func packedLength(_ document: SourceDocument, path: String, _ theme: Int) -> [Finding] {
        let (length, limit) = (CanonicalJSON.encode(document.value).count, project.limits.configBytes)
        guard length > limit else { return [] }
        return [
            Finding(
                .configSyntax, theme: name(theme), path: path,
                "takes \(length) bytes in a pack, which has each value in a line; the limit is \(limit)",
                hint: "make it smaller, or set \"limits\": {\"configBytes\": ...} in themepack.json")
        ]
    }
}
