import ThemeModel

extension ProjectSurvey {
    /// Returns a theme, the theme that it extends, and so on; the default theme is last. A parent that does not exist
    /// and a cycle end the chain before it.
    package func chain(of theme: Int) -> [Int] {
        var chain = [theme]
        var last = theme
        while let parent = themes[last].manifest?.extends?.string,
            let next = themes.firstIndex(where: { $0.folderName == parent }), !chain.contains(next)
        {
            chain.append(next)
            last = next
        }
        chain.removeAll { $0 != theme && themes[$0].isDefault }
        if let base = defaultTheme, base != theme { chain.append(base) }
        return chain
    }

    /// Returns the settings of a theme, merged along its chain. Their layers are indexes in ``chain(of:)``.
    package func mergedSettings(of theme: Int) -> MergedSetting? {
        MergedSetting(chain(of: theme).map { themes[$0].settings?.value })
    }

    mutating func checkChains() {
        let parents = Dictionary(
            themes.map { ($0.folderName, $0.manifest?.extends?.string) }, uniquingKeysWith: { first, _ in first })
        for theme in selected {
            guard let parent = themes[theme].manifest?.extends?.string else { continue }
            guard parents.keys.contains(parent) else {
                let near = NearMiss.suggestion(for: parent, among: parents.keys.sorted())
                reportParent(of: theme, "there is no theme '\(parent)'", near.map { "did you mean '\($0)'?" })
                continue
            }
            var chain = [themes[theme].folderName]
            var next: String? = parent
            while let step = next, !chain.contains(step) {
                chain.append(step)
                next = parents[step] ?? nil
            }
            // A theme that extends itself directly was reported when theme.json was read.
            if let start = next, start == themes[theme].folderName, chain.count > 1 {
                let cycle = (chain + [start]).joined(separator: " -> ")
                reportParent(of: theme, "extends itself in a cycle: \(cycle)", "let one of them extend 'default'")
            }
        }
    }

    private mutating func reportParent(of theme: Int, _ message: String, _ hint: String?) {
        findings.append(
            Finding(
                .themeManifest, theme: name(theme), path: themes[theme].manifestPath, key: "extends",
                position: themes[theme].position(of: "extends"), message, hint: hint))
    }
}
