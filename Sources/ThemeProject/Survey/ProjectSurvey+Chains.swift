package import ThemeModel

extension ProjectSurvey {
    /// Returns the order in which themes answer for a theme. A parent that does not exist and a cycle end the chain
    /// before the default theme.
    package func chain(of theme: Int) -> [Int] {
        let chain = ThemeChain(of: themes[theme].folderName, default: ThemeID.default.string) {
            themeNumbers[$0] != nil
        } parent: { folder in
            themeNumbers[folder].flatMap { themes[$0].manifest?.extends?.string }
        }
        return chain.themes.compactMap { themeNumbers[$0] }
    }

    /// Returns the settings of a theme, merged along its chain. Their layers are indexes in ``chain(of:)``.
    package func mergedSettings(of theme: Int) -> MergedSetting? {
        MergedSetting(chain(of: theme).map { themes[$0].settings?.value }, project.budget)
    }

    mutating func checkChains() {
        let parents = Dictionary(
            themes.map { ($0.folderName, $0.manifest?.extends?.string) }, uniquingKeysWith: { first, _ in first })
        let cycles = Self.cycles(of: themes.map(\.folderName), parents)
        let names = parents.keys.sorted()
        for theme in selected {
            guard let parent = themes[theme].manifest?.extends?.string else { continue }
            guard parents.keys.contains(parent) else {
                let near = project.budget.suggestions.suggestion(for: parent, among: names)
                reportParent(of: theme, "there is no theme '\(parent)'", near.map { "did you mean '\($0)'?" })
                continue
            }
            // A theme that extends itself directly was reported when theme.json was read.
            guard let cycle = cycles[themes[theme].folderName], cycle.members.count > 1 else { continue }
            let shown = cycle.members.indices.prefix(Self.shownMax).map { offset in
                cycle.members[(cycle.start + offset) % cycle.members.count]
            }
            let more = cycle.members.count > Self.shownMax ? ["..."] : []
            let names = (shown + more + [themes[theme].folderName]).joined(separator: " -> ")
            reportParent(of: theme, "extends itself in a cycle: \(names)", "let one of them extend 'default'")
        }
    }

    /// The most names that a message lists.
    private static let shownMax = 20

    /// Returns the cycle of each theme that is in one, with the theme's place in it. Cost: linear in the number of
    /// themes.
    private static func cycles(
        of themes: [String], _ parents: [String: String?]
    ) -> [String: (members: [String], start: Int)] {
        var cycles: [String: (members: [String], start: Int)] = [:]
        var walks: [String: Int] = [:]
        for (walk, theme) in themes.enumerated() {
            var path: [String] = []
            var next: String? = theme
            while let step = next, walks[step] == nil {
                walks[step] = walk
                path.append(step)
                next = parents[step] ?? nil
            }
            guard let end = next, walks[end] == walk, let start = path.firstIndex(of: end) else { continue }
            let members = Array(path[start...])
            for (number, member) in members.enumerated() { cycles[member] = (members, number) }
        }
        return cycles
    }

    private mutating func reportParent(of theme: Int, _ message: String, _ hint: String?) {
        findings.append(
            Finding(
                .themeManifest, theme: name(theme), path: themes[theme].manifestPath, key: "extends",
                position: themes[theme].position(of: "extends"), message, hint: hint))
    }
}
