import ThemeModel
import ThemeProject

extension ProjectSurvey {
    func settingsFindings() -> [Finding] {
        let defaults = defaultTheme.flatMap { themes[$0].settings?.value }
        let types = defaultTypes
        return selected.flatMap { theme -> [Finding] in
            let source = themes[theme]
            guard let document = source.settings, let path = source.configPath, let manifest = source.manifest else {
                return []
            }
            let check = SettingsCheck(
                theme: name(theme), path: path, document: document, colorOrder: manifest.colorOrder,
                defaults: source.isDefault ? nil : defaults, defaultTypes: types)
            return check.findings()
        }
    }
}
