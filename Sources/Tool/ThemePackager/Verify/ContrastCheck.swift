package import ThemeProject

/// Checks the pairs of colors that a project declares under `"contrast"`.
package struct ContrastCheck: Sendable {
    private let survey: ProjectSurvey
    private let pairs: [ContrastPair]

    package init(_ survey: ProjectSurvey) {
        self.survey = survey
        pairs = survey.project.configuration.contrast
    }

    /// Returns the results of all pairs in a theme, in the order of the declaration.
    package func results(of theme: Int) -> [ContrastResult] {
        guard !pairs.isEmpty else { return [] }
        return ContrastResult.results(
            of: pairs, in: survey.themes.mergedSettings(of: theme), survey.project.budget,
            layers: survey.themes.chain(of: theme).map {
                (survey.themes.name($0), survey.themes[$0].manifest?.colorOrder ?? .argb)
            })
    }

    func findings() -> [Finding] {
        guard !pairs.isEmpty else { return [] }
        let colors = SelectionColors(pairs, of: survey.themes)
        return declarationFindings() + survey.themes.selected.flatMap { findings(of: $0, colors) }
            + selectionFindings(colors)
    }

    /// Checks the selections of several themes that contain a theme of the run. Two colors are reported once: for the
    /// smallest selection that shows them, unless a theme shows them by itself.
    private func selectionFindings(_ selections: SelectionColors) -> [Finding] {
        let themes = survey.themes
        // A theme without a known place can be a combination that changes the colors.
        guard !themes.order.axes.isEmpty, themes.selected.allSatisfy({ themes.sources[$0].hasKnownPlace }),
            survey.project.budget.spend(
                themes.order.selectionCount(containing: selections.isWanted) ?? Int.max / 4, on: .selections)
        else { return [] }
        var seen: Set<SelectionColors.Shown> = []
        var known: Set<ContrastResult> = []
        func newFailures(_ chain: [Int]) -> [ContrastResult] {
            guard survey.project.budget.spend(pairs.count, on: .contrast) else { return [] }
            var failures: [ContrastResult] = []
            for shown in selections.shown(by: chain) where seen.insert(shown).inserted {
                let result = selections.result(shown)
                if result.verdict == .fails, known.insert(result).inserted { failures.append(result) }
            }
            return failures
        }
        for chain in selections.chains { _ = newFailures(chain) }
        var findings: [Finding] = []
        selections.forEach { selection, chain in
            for result in newFailures(chain) {
                let origins = [result.text.origin, result.ground.origin]
                let setters = chain.filter { origins.contains(themes.name($0)) }
                guard let theme = setters.first, setters.contains(where: themes.selected.contains) else { continue }
                let folders = selection.map { themes.sources[$0].folderName }
                if let finding = finding(about: result, of: theme, in: folders) { findings.append(finding) }
            }
        }
        return findings
    }

    /// A theme that sets neither color gets no finding: a theme that it extends has it.
    private func findings(of theme: Int, _ colors: SelectionColors) -> [Finding] {
        let chain = colors.chains[theme]
        guard colors.decides(theme), colors.isCertain(chain) else { return [] }
        let members = survey.themes.sources[theme].manifest?.combinedThemes.map(\.string) ?? []
        return colors.shown(by: chain).compactMap { finding(about: colors.result($0), of: theme, in: members) }
    }

    /// - Parameters:
    ///   - theme: one that sets a color of the pair. If it sets none, or the pair does not fail, there is no finding.
    ///   - selection: is named if it has several themes.
    private func finding(about result: ContrastResult, of theme: Int, in selection: [String]) -> Finding? {
        let name = survey.themes.name(theme)
        let setsText = result.text.origin == name
        guard result.verdict == .fails, setsText || result.ground.origin == name,
            let ratio = result.ratio, let text = result.text.color, let ground = result.ground.color
        else { return nil }
        let settings = survey.themes[theme]
        let pair = result.pair
        let (own, other) = setsText ? (pair.text, pair.ground) : (pair.ground, pair.text)
        let actual = ContrastResult.text(of: ratio)
        let expected = ContrastResult.text(of: pair.minimum)
        var colors = setsText ? [text, ground] : [ground, text]
        let origin = setsText ? result.ground.origin : result.text.origin
        let source = origin.flatMap { $0 == name ? nil : " of theme '\($0)'" } ?? ""
        return Finding(
            .configContrast, theme: name, path: settings.configPath ?? settings.manifestPath, key: own.description,
            position: settings.places?.values[own],
            (selection.isEmpty ? "" : "\(selection.joined(separator: " + ")): ")
                + "\(colors.removeFirst()) \(setsText ? "on" : "under") '\(other)' (\(colors[0])\(source)) "
                + "has a contrast of \(actual), the minimum is \(expected)",
            expected: expected, actual: actual,
            hint: reversedHint([text, ground], settings) ?? hint(text, on: ground),
            related: Finding.Related(path: Project.fileName, message: "the pair is declared here"))
    }

    private func reversedHint(_ colors: [ThemeColor], _ theme: SurveyedTheme) -> String? {
        guard theme.manifest?.statesColorOrder == false,
            let color = colors.first(where: { ColorDigits($0.description)?.impliedOrder == .rgba })
        else { return nil }
        return "if alpha is last in '\(color)', as Figma and CSS write it, set \"colorOrder\": \"rgba\" in theme.json"
    }

    private func hint(_ text: ThemeColor, on ground: ThemeColor) -> String {
        if ground.alpha < 255 {
            return "the ground is translucent, so white or black behind it counts: make it opaque, or declare the "
                + "color behind it"
        }
        return text.isLighter(than: ground)
            ? "make the text lighter or the ground darker" : "make the text darker or the ground lighter"
    }

    /// Reports paths that no theme sets to a color: they are misspelled, or name something else.
    private func declarationFindings() -> [Finding] {
        let layers = (([survey.themes.defaultTheme].compactMap { $0 }) + survey.themes.indices)
            .map { survey.themes.sources[$0].settings }
        let settings = MergedSetting(layers, survey.project.budget)
        var known: [String]?
        func suggestion(for path: SettingPath) -> String {
            let candidates = known ?? Self.colors(in: layers)
            known = candidates
            return survey.project.budget.suggestions.question(for: path.description, among: candidates)
                ?? "write all keys, from the top: \"Color.title\""
        }
        return pairs.flatMap { pair in
            [pair.text, pair.ground].compactMap { path -> Finding? in
                let value = settings?.setting(at: path)?.value
                if let value, Self.isColor(value, at: path) { return nil }
                return Finding(
                    .configContrast, path: Project.fileName, key: "contrast", position: pair.position,
                    value.map { "'\(path)' is not a color, but \($0.summary)" } ?? "no theme sets '\(path)'",
                    hint: suggestion(for: path))
            }
        }
    }

    /// Whether a value is a color, or should be one: then `config-color` reports it.
    private static func isColor(_ value: SettingValue, at path: SettingPath) -> Bool {
        value.string.map { (try? ThemeColor($0)) != nil } == true || SettingType(of: value, at: path) == .color
    }

    private static func colors(in layers: [Settings?]) -> [String] {
        var colors: Set<String> = []
        for layer in layers {
            layer?.forEach { path, value in if isColor(value, at: path) { colors.insert(path.description) } }
        }
        return colors.sorted()
    }
}
