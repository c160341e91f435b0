import ThemeProject

/// The themes of a project with the numbers of images and settings that they replace, as a table or as JSON.
struct ThemeList {
    private struct Row {
        let source: SurveyedTheme
        var imageCount = 0
        let settingCount: Int
    }

    private var rows: [Row]
    private let defaultImageCount: Int
    private let defaultSettingCount: Int
    private let axes: [ThemeAxis]
    /// Whether a theme has an axis, or is a combination.
    private var hasAxes: Bool {
        rows.contains { $0.source.manifest?.axis != nil || $0.source.manifest?.combinedThemes.isEmpty == false }
    }

    init(_ survey: ProjectSurvey, of scope: ThemeScope = .everything) {
        axes = survey.project.configuration.axes
        let defaultSettings = survey.themes.defaultTypes.filter { $0.value != .object }
        defaultSettingCount = defaultSettings.count
        rows = survey.themes.map { source in
            let own = source.settings?.types ?? [:]
            return Row(source: source, settingCount: defaultSettings.keys.count { own[$0] != nil })
        }
        var names: [Int?: Set<LogicalName>] = [:]
        for (number, file) in survey.images.files.enumerated() {
            names[survey.images.owner(number), default: []].insert(file.variant.name)
        }
        let defaults = names[nil] ?? []
        defaultImageCount = defaults.count
        for (owner, names) in names {
            guard let theme = owner ?? survey.themes.defaultTheme else { continue }
            rows[theme].imageCount += names.count(where: defaults.contains)
        }
        if let folders = scope.folders, !folders.isEmpty {
            rows.removeAll { !folders.contains($0.source.folderName) }
        }
    }

    var table: String {
        let hasAxes = hasAxes
        // Most themes extend the default theme.
        let hasParents = rows.contains { $0.source.manifest?.extends.map { $0 != .default } == true }
        let head =
            ["theme", "name", "version"] + (hasParents ? ["extends"] : []) + (hasAxes ? ["axis"] : [])
            + ["images", "settings"]
        let lines = rows.map { row in
            let manifest = row.source.manifest
            let members = manifest?.combinedThemes.map(\.string).joined(separator: " + ") ?? ""
            func count(_ own: Int, of all: Int) -> String { row.source.isDefault ? "\(own)" : "\(own)/\(all)" }
            return [
                Console.printable(row.source.folderName), Console.printable(manifest?.name ?? "?"),
                row.source.isImplied ? "" : manifest?.version.description ?? "?",
            ] + (hasParents ? [manifest?.extends?.string ?? ""] : [])
                + (hasAxes ? [manifest?.axis?.string ?? members] : [])
                + [count(row.imageCount, of: defaultImageCount), count(row.settingCount, of: defaultSettingCount)]
        }
        let unreadable = rows.count { $0.source.manifest == nil }
        // The id is the last one to be cut, because people type it.
        let texts = [1] + Array(3..<head.count - 2) + [0]
        return Table.aligned([head] + lines, numbers: [head.count - 2, head.count - 1], cutting: texts)
            + (unreadable > 0
                ? "theme.json of \(unreadable.counting("theme")) cannot be read: see 'themepack verify'\n" : "")
    }

    var json: String {
        func coverage(_ own: Int, _ all: Int) -> SettingValue { .members(["own": own, "defaults": all]) }
        let themes = rows.map { row in
            let manifest = row.source.isImplied ? nil : row.source.manifest
            let members = manifest?.combinedThemes ?? []
            return SettingValue.members([
                "folder": row.source.folderName, "images": coverage(row.imageCount, defaultImageCount),
                "settings": coverage(row.settingCount, defaultSettingCount), "id": manifest?.id,
                "name": manifest?.name, "version": manifest?.version, "pack": manifest?.packFileName,
                "extends": manifest?.extends, "axis": manifest?.axis?.string, "for": members.isEmpty ? nil : members,
            ])
        }
        return Console.json(
            SettingValue.members([
                "schemaVersion": 1, "themes": themes, "axes": axes.isEmpty ? nil : axes.map(\.string),
            ]))
    }
}
