import ThemeModel

extension ProjectSurvey {
    /// The most names that a message lists.
    private static let shownMax = 20

    /// Replaces aliases in settings by the values that the theme's chain has for them. Packs, reports, generated keys
    /// and mounted folders then have plain values.
    mutating func resolveAliases() {
        let affected = themes.indices.filter { themes[$0].settings?.value.hasAlias == true }
        // The chain of a theme contains the chains of its parents, so they come first.
        let chains = affected.map { chain(of: $0) }
        for index in chains.indices.sorted(by: { (chains[$0].count, $0) < (chains[$1].count, $1) }) {
            resolveAliases(of: affected[index], chains[index])
        }
    }

    private mutating func resolveAliases(of theme: Int, _ chain: [Int]) {
        guard let document = themes[theme].settings,
            let settings = MergedSetting(chain.map { themes[$0].settings?.value }, project.budget)
        else { return }
        let orders = chain.map { themes[$0].manifest?.colorOrder ?? .argb }
        let colors = Set(orders).count > 1 ? colorPaths : []
        var resolution = AliasResolution(settings)
        var names: [String]?
        var byteCount = 0
        let limit = project.limits.configBytes
        var problems: [(path: SettingPath, message: String, hint: String?)] = []
        let resolved = document.value.replacingTexts { path, text in
            guard let alias = SettingAlias(text), byteCount <= limit else { return .string(text) }
            switch resolution.resolve(alias, at: path) {
            case .value(let value, let layer):
                // A long text can have many aliases.
                byteCount += value.string?.utf8.count ?? 0
                if byteCount > limit {
                    problems.append(
                        (
                            path, "its aliases stand for more than \(limit) bytes",
                            "make the text shorter, or set \"limits\": {\"configBytes\": ...} in themepack.json"
                        ))
                    return .string(text)
                }
                guard orders[layer] != orders[0], Self.isColor(value, at: [path.description, alias.target], colors)
                else {
                    return value
                }
                return value.reordered(to: orders[0])
            case .followsFailure: break
            case .failure(.unknown):
                let known = names ?? settings.plainPaths
                names = known
                let near = project.budget.suggestions.suggestion(for: alias.target, among: known)
                    .map { "did you mean '{\($0)}'?" }
                problems.append(
                    (
                        path, "no theme of the chain sets '\(alias.target)'",
                        near ?? "write all keys of the setting, from the top: {Color.accent}"
                    ))
            case .failure(.container):
                problems.append(
                    (
                        path, "'\(alias.target)' is an object or a list; an alias stands for one value",
                        "name a setting below it, or write the value out"
                    ))
            case .failure(.unresolved(let layer)):
                problems.append(
                    (
                        path, "'\(alias.target)' is an alias of theme '\(name(chain[layer]))' that leads nowhere",
                        "fix that one first"
                    ))
            case .failure(.circle(let members)):
                problems.append((path, Self.description(of: members), "write a value in one"))
            }
            return .string(text)
        }
        themes[theme].settings?.value = resolved
        guard selected.contains(theme), let file = themes[theme].configPath else { return }
        findings += problems.map { problem in
            Finding(
                .configAlias, theme: name(theme), path: file, key: problem.path.description,
                position: document.valuePositions[problem.path], problem.message, hint: problem.hint)
        }
    }

    /// The paths of the default theme's colors.
    private var colorPaths: Set<String> {
        Set(defaultTypes.filter { $0.value == .color }.map(\.key.description))
    }

    /// Whether a value is a color, judged by its digits, by the keys of a path, or by the default theme's value there.
    private static func isColor(_ value: SettingValue, at paths: [String], _ colors: Set<String>) -> Bool {
        if let text = value.string, ColorDigits(text)?.isUnmistakable == true { return true }
        return paths.contains { path in
            colors.contains(path)
                || SettingType(of: value, at: SettingPath(path.split(separator: ".").map(String.init))) == .color
        }
    }

    private static func description(of circle: [String]) -> String {
        let shown = circle.prefix(shownMax) + (circle.count > shownMax ? ["..."] : []) + circle.prefix(1)
        return "names itself in a circle: " + shown.joined(separator: " -> ")
    }
}

extension MergedSetting {
    /// The paths of all settings except objects.
    fileprivate var plainPaths: [String] {
        members.flatMap { member -> [String] in
            member.setting.isObject
                ? member.setting.plainPaths.map { "\(member.key).\($0)" } : [member.key]
        }
    }
}

extension SettingValue {
    /// Returns the color as a file of another order writes it. Any other value stays as it is.
    fileprivate func reordered(to order: ThemeColor.Order) -> SettingValue {
        guard let digits = string.flatMap({ ColorDigits($0) }), digits.hasAlpha else { return self }
        return .string(digits.reordered(to: order))
    }
}
