import ThemeProject

/// Checks the images and fonts that a theme's settings name.
struct SettingNamesCheck {
    private let survey: ProjectSurvey
    private let theme: Int
    private lazy var chain = survey.themes.chain(of: theme)
    private var fonts: GlobSet? { survey.project.configuration.fonts }
    private var suggestions: DefaultSuggestions?
    private var budget: WorkBudget { survey.project.budget }
    /// About names that do not exist.
    private(set) var findings: [Finding] = []

    init(_ survey: ProjectSurvey, _ theme: Int) {
        self.survey = survey
        self.theme = theme
        if let settings = survey.themes.sources[theme].settings?.value { visit(settings, at: .root) }
    }

    private mutating func visit(_ value: SettingValue, at path: SettingPath) {
        switch value {
        case .string(let text) where value.isSet: check(text, value, at: path)
        case .list(let items):
            guard path.namesImage || path.namesFont else { return }
            for (number, item) in items.enumerated() { visit(item, at: path.appending(String(number))) }
        case .object(let members):
            if fonts != nil, path.namesFont, members["size"] != nil, let name = members["name"]?.string {
                checkFont(name, at: path.appending("name"))
                return
            }
            for key in members.keys.sorted() {
                if let member = members[key] { visit(member, at: path.appending(key)) }
            }
        default: return
        }
    }

    private mutating func check(_ text: String, _ value: SettingValue, at path: SettingPath) {
        // An alias that was not resolved has a finding of its own.
        guard SettingAlias(text) == nil, SettingType(of: value, at: path) != .color else { return }
        if path.namesImage {
            checkImage(text, at: path)
        } else if fonts != nil, path.namesFont {
            checkFont(ThemeFont(setting: ResolvedSetting(value)).map(\.name) ?? text, at: path)
        }
    }

    private mutating func checkImage(_ text: String, at path: SettingPath) {
        // Apps also load images from elsewhere.
        guard !text.contains("://"), !text.hasPrefix("data:"), knowsAllImages else { return }
        let file = ImageFileName(text.lastPathComponent)
        var hint: String?
        if let name = try? LogicalName(text) {
            guard !isKnown(name) else { return }
            if suggestions == nil { suggestions = DefaultSuggestions(survey.images, budget.suggestions) }
            hint = suggestions?.suggestion(for: name).map { "did you mean '\($0)'?" }
        }
        if let file {
            hint =
                "name the image without scale and extension: '\(text.prefix(upTo: text.lastPathComponent.startIndex))"
                + "\(file.stem)'"
        }
        report(
            .configImage, path, "no theme of the chain has an image '\(text)'", text,
            hint ?? "add the image, or lower the rule if the app has it elsewhere")
    }

    /// Whether the images of all themes of the chain are surveyed. A run for one theme leaves out others, and the
    /// default images can be unread.
    private var knowsAllImages: Bool {
        mutating get {
            !survey.lacksAssets
                && chain.allSatisfy {
                    survey.themes[$0].isDefault
                        || survey.themes.selected.contains($0) && survey.themes[$0].hasKnownPlace
                }
        }
    }

    private mutating func isKnown(_ name: LogicalName) -> Bool {
        let images = survey.images
        let groups = images.groups(of: name)
        if groups.isEmpty || groups.contains(where: { images.defaultImage(of: $0) != nil }) { return !groups.isEmpty }
        return chain.contains { theme in groups.contains { images.image(of: $0, for: theme) != nil } }
    }

    /// `nil` is the system's font.
    private mutating func checkFont(_ name: String?, at path: SettingPath) {
        guard let name, let fonts, !fonts.matches(name, budget), budget.rest(of: .patterns) > 0 else { return }
        report(
            .configFont, path, "\"fonts\" in themepack.json does not list the font '\(name)'", name,
            budget.suggestions.question(for: name, among: fonts.patterns)
                ?? "add it there, or choose one of the listed fonts")
    }

    private mutating func report(_ rule: Rule, _ path: SettingPath, _ message: String, _ actual: String, _ hint: String)
    {
        var finding = survey.themes.finding(rule, at: path, of: theme, message, hint: hint)
        finding.actual = actual
        findings.append(finding)
    }
}
