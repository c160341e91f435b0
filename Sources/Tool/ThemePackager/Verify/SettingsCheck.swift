import PackFormat
import ThemeProject

/// Compares the settings of each theme with those of the default theme.
struct SettingsCheck {
    let survey: ProjectSurvey
    let theme: Int
    let settings: Settings
    let colors: ColorCheck
    /// `nil` if there are none, or if they are the settings to check.
    let defaults: Settings?

    /// Names in METhemeKit's files begin with `UIControlState` instead.
    private static let states: Set<String> = ["normal", "highlighted", "disabled", "selected", "focused", "hovered"]

    func findings() -> [Finding] {
        var findings: [Finding] = []
        compare(settings.value, with: defaults?.value, at: .root, &findings)
        return findings + colors.problems(in: settings.value, defaults?.value).map { colorFinding($0) }
    }

    private func compare(
        _ value: SettingValue, with defaultValue: SettingValue?, at path: SettingPath, _ findings: inout [Finding]
    ) {
        guard case .object(let members) = value, case .object(let known)? = defaultValue else { return }
        lazy var knownKeys = known.keys.sorted()
        for key in members.keys.sorted() {
            let member = path.appending(key)
            guard let value = members[key] else { continue }
            guard let index = known.index(forKey: key) else {
                let near = survey.project.budget.suggestions.question(for: key, among: knownKeys)
                var finding = unknownKey(
                    member, "the default theme does not know this key",
                    hint: near ?? "remove it, or give the default theme a value for it")
                finding.roots = [
                    root(
                        at: member, "is not set, but in ",
                        hint: near ?? "set it, or remove it in the themes: was it renamed?")
                ].compactMap { $0 }
                findings.append(finding)
                continue
            }
            let (knownKey, counterpart) = known[index]
            // Strings of different Unicode forms are equal in Swift. The runtime compares keys by their bytes.
            guard UTF8Order.equal(key, knownKey) else {
                let forms = "\(knownKey.codePoints), not \(key.codePoints)"
                findings.append(
                    unknownKey(
                        member, "the default theme has this key in another Unicode form: \(forms)",
                        hint: "copy it from the default theme"))
                continue
            }
            if let finding = typeMismatch(value, counterpart, at: member) {
                findings.append(finding)
            } else {
                compare(value, with: counterpart, at: member, &findings)
            }
        }
        guard known.keys.allSatisfy(Self.isState) else { return }
        let missing = known.keys.filter { members[$0] == nil && known[$0]?.isSet == true }.sorted()
        if !missing.isEmpty {
            let names = missing.map { "'\($0)'" }.joined(separator: ", ")
            let states = "\(missing.count == 1 ? "state" : "states") \(names)"
            let hint = "set every state, or \"\" for one that keeps the default's value"
            var finding = finding(.configState, ofKey: path, "lacks the \(states), which the default has", hint: hint)
            finding.actual = members.keys.sorted().joined(separator: ", ")
            finding.roots = [
                root(at: path, "has the \(states), but not in ", hint: hint)
            ].compactMap { $0 }
            findings.append(finding)
        }
    }

    private static func isState(_ key: String) -> Bool {
        key.hasPrefix("UIControlState") || states.contains(key.lowercased())
    }

    private func unknownKey(_ path: SettingPath, _ message: String, hint: String) -> Finding {
        finding(.configUnknownKey, ofKey: path, message, hint: hint)
    }

    private func typeMismatch(_ value: SettingValue, _ defaultValue: SettingValue, at path: SettingPath) -> Finding? {
        guard let expected = colors.defaultTypes[path] ?? SettingType(of: defaultValue, at: path) else { return nil }
        guard let found = SettingType(of: value, at: path), !found.fits(expected) else { return nil }
        var finding = survey.themes.finding(
            .configType, at: path, of: theme,
            "is \(Self.article(found)) \(found.rawValue), "
                + "the default theme has \(Self.article(expected)) \(expected.rawValue)",
            hint: Self.quotesHint(value, expected) ?? dotsHint(path))
        finding.expected = expected.rawValue
        finding.actual = found.rawValue
        finding.roots = [
            root(
                at: path,
                "is \(Self.article(expected)) \(expected.rawValue), but \(Self.article(found)) \(found.rawValue) in ",
                ": did the default change?", hint: "give it the type that the themes have, or change the themes' values"
            )
        ].compactMap { $0 }
        return finding
    }

    /// Returns the cause that findings of many themes about one setting can have in common.
    private func root(at path: SettingPath, _ lead: String, _ trail: String = "", hint: String) -> RootCause? {
        guard let theme = survey.themes.defaultTheme else { return nil }
        let source = survey.themes[theme]
        return RootCause(
            at: source.configPath ?? source.manifestPath, key: path.description, position: source.places?.ofKey(path),
            lead, trail, hint: hint, candidates: 0)
    }

    private func dotsHint(_ path: SettingPath) -> String? {
        guard survey.themes[theme].places?.hasDots(path) == true, let object = path.parent else { return nil }
        return "a key with dots is the setting '\(path.keys.last ?? "")' of the object '\(object)'"
    }

    /// A hint for a number or a boolean in quotes, or for a text without them.
    private static func quotesHint(_ value: SettingValue, _ expected: SettingType) -> String? {
        switch (value, expected) {
        case (.string(let text), .number) where Double(text)?.isFinite == true: "write \(text), without quotes"
        case (.string(let text), .boolean) where ["true", "false"].contains(text): "write \(text), without quotes"
        case (.number, .color): "write the color's digits in hexadecimal, in quotes: \"#RRGGBB\""
        case (.number, .string), (.boolean, .string): "write it in quotes"
        default: nil
        }
    }

    private static func article(_ type: SettingType) -> String { type == .object ? "an" : "a" }

    private func colorFinding(_ problem: ColorCheck.Problem) -> Finding {
        var finding = survey.themes.finding(
            .configColor, at: problem.path, of: theme, problem.message, hint: problem.hint)
        finding.actual = problem.text
        if problem.isWarning { finding.severity = .warning } else { finding.expected = InvalidColor.expected }
        return finding
    }

    private func finding(_ rule: Rule, ofKey path: SettingPath, _ message: String, hint: String) -> Finding {
        var finding = survey.themes.finding(rule, at: path, of: theme, message, hint: hint)
        finding.position = survey.themes.sources[theme].places?.ofKey(path)
        return finding
    }
}

extension ProjectSurvey {
    func settingsFindings() -> [Finding] {
        let defaults = themes.defaultTheme.flatMap { themes.sources[$0].settings }
        let types = themes.defaultTypes
        let defaultOrder = themes.defaultTheme.flatMap { themes.sources[$0].manifest?.colorOrder } ?? .argb
        var findings = themes.selected.flatMap { theme -> [Finding] in
            guard let settings = themes.sources[theme].settings, let manifest = themes.sources[theme].manifest else {
                return []
            }
            let check = SettingsCheck(
                survey: self, theme: theme, settings: settings,
                colors: ColorCheck(
                    order: manifest.colorOrder, defaultOrder: defaultOrder, defaultTypes: types,
                    isOrderOpen: !manifest.statesColorOrder),
                defaults: theme == themes.defaultTheme ? nil : defaults)
            return check.findings() + packedLength(settings, of: theme) + SettingNamesCheck(self, theme).findings
        }
        requireMostSetters(&findings)
        return ContrastCheck(self).findings() + selectionTypeFindings() + findings
    }

    /// A finding stands for those of many themes only if most of the themes that set its key have it.
    private func requireMostSetters(_ findings: inout [Finding]) {
        let indices = findings.indices.filter { !findings[$0].roots.isEmpty }
        let shared = Dictionary(grouping: indices) { SettingPath(dotted: findings[$0].key ?? "") }
            .filter { $0.value.count > 1 }
        guard !shared.isEmpty else { return }
        var setters: [SettingPath: Int] = [:]
        for theme in themes.selected where !themes.sources[theme].isDefault {
            themes.sources[theme].settings?.forEach { path, _ in
                if shared[path] != nil { setters[path, default: 0] += 1 }
            }
        }
        for (path, indices) in shared {
            for index in indices { findings[index].roots[0].require(mostOf: setters[path, default: 0]) }
        }
    }

    /// Reports settings that two themes, which can be selected together, set with different types. Where the default
    /// theme has a value, each theme is compared with that.
    private func selectionTypeFindings() -> [Finding] {
        guard !themes.order.axes.isEmpty else { return [] }
        let defaultTypes = themes.defaultTypes
        var setters: [SettingPath: [(theme: Int, type: SettingType)]] = [:]
        for theme in themes.indices {
            for (path, type) in themes.sources[theme].settings?.types ?? [:] where defaultTypes[path] == nil {
                setters[path, default: []].append((theme, type))
            }
        }
        return setters.flatMap { path, setters -> [Finding] in
            guard Set(setters.map(\.type)).count > 1,
                project.budget.spend(setters.count * setters.count, on: .selections)
            else { return [] }
            return setters.indices.compactMap { number in
                setters[..<number].lazy.compactMap { typeFinding(setters[number], $0, at: path) }.first
            }
        }
    }

    private func typeFinding(
        _ own: (theme: Int, type: SettingType), _ other: (theme: Int, type: SettingType), at path: SettingPath
    ) -> Finding? {
        let folders = [own.theme, other.theme].map { themes[$0].folderName }
        guard own.type != other.type, let selection = try? themes.order.selection(of: folders), selection.count > 1,
            themes.selected.contains(own.theme) || themes.selected.contains(other.theme)
        else { return nil }
        var finding = themes.finding(
            .configType, at: path, of: own.theme,
            "\(selection.joined(separator: " + ")): is of the type \(own.type.rawValue), theme "
                + "'\(themes.name(other.theme))' has the type \(other.type.rawValue)",
            hint: "give both the same type, or the default theme a value for it")
        finding.expected = other.type.rawValue
        finding.actual = own.type.rawValue
        return finding
    }

    /// Checks the length of the settings in a pack. Their form there has each value in a line of its own.
    private func packedLength(_ settings: Settings, of theme: Int) -> [Finding] {
        let length = CanonicalJSON.encode(settings.value).count
        let limit = project.configuration.limits.configBytes
        guard length > limit, let path = themes.sources[theme].configPath else { return [] }
        return [
            Finding(
                .configSyntax, theme: themes.name(theme), path: path,
                "takes \(length) bytes in a pack, which has each value in a line; the limit is \(limit)",
                hint: "make it smaller, or set \"limits\": {\"configBytes\": ...} in themepack.json")
        ]
    }
}

extension String {
    /// The scalars, for texts that look alike: `U+0065 U+0301`.
    var codePoints: String { unicodeScalars.map { "U+\($0.hexadecimal)" }.joined(separator: " ") }
}
