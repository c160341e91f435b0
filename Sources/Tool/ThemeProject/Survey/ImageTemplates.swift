package import PackFormat

/// A member of `"templates"` in the default theme's `theme.json`: images that are masks, and their color.
package struct TemplatePattern: Hashable, Sendable {
    package let glob: Glob
    package let template: ImageTemplate
    package let position: SourcePosition?

    /// The key path of the member, for findings.
    package var key: SettingPath { SettingPath(["templates", glob.pattern]) }
}

// See docs/decisions/14-what-settings-name.md.
/// The default images that are masks.
///
/// A name decides before a pattern with wildcards, and a longer pattern before a shorter one; of patterns with equally
/// many bytes the first in their order.
package struct ImageTemplates: Sendable {
    package private(set) var byName: [LogicalName: ImageTemplate] = [:]
    /// Patterns that match no default image.
    private(set) var unused: [TemplatePattern] = []

    package static let none = ImageTemplates()

    private init() {}

    package subscript(name: LogicalName) -> ImageTemplate? { byName[name] }

    /// - Parameter images: every default image, the variants of a name next to each other.
    package init(_ patterns: [TemplatePattern], of images: some Sequence<LogicalName>, _ budget: WorkBudget) {
        guard !patterns.isEmpty else { return }
        let sorted = patterns.sorted { left, right in
            if left.glob.hasWildcards != right.glob.hasWildcards { return right.glob.hasWildcards }
            let one = left.glob.pattern.utf8.count
            let other = right.glob.pattern.utf8.count
            return one == other ? UTF8Order.precedes(left.glob.pattern, right.glob.pattern) : one > other
        }
        let set = GlobSet(sorted.map(\.glob))
        var unused = Set(patterns)
        var last: LogicalName?
        for name in images where name != last {
            last = name
            let matching = set.indexes(matching: name.description, budget)
            for index in matching { unused.remove(sorted[index]) }
            byName[name] = matching.first.map { sorted[$0].template }
        }
        // Without budget, nothing matches.
        guard budget.rest(of: .patterns) > 0 else { return }
        self.unused = patterns.filter(unused.contains)
    }

    /// Returns the different templates of some images, in the order in which a pack lists them.
    package func list(of names: some Sequence<LogicalName>) -> [ImageTemplate] {
        Set(names.compactMap { byName[$0] }).sorted()
    }

    /// Marks the images of the default theme's pack that are masks.
    package func mark(_ contents: inout PackContents) {
        guard contents.theme.id == .default, !byName.isEmpty else { return }
        let templates = list(of: contents.images.lazy.map(\.name))
        let numbers = Dictionary(uniqueKeysWithValues: zip(templates, UInt16(1)...))
        contents.theme.templates = templates
        for index in contents.images.indices {
            contents.images[index].template = byName[contents.images[index].name].flatMap { numbers[$0] } ?? 0
        }
    }
}

extension ThemeManifestReader {
    /// The bytes of all different colors, with a line feed each. A pack has few bytes for them.
    private static let templateColorsMax = 2048

    mutating func templates() -> [TemplatePattern] {
        guard let value = reader.value(of: "templates") else { return [] }
        let path = SettingPath(["templates"])
        let example = "such as {\"icons/**\": \"Color.icon\", \"tabbar/*\": null}"
        guard let members = value.object else {
            report(path, "expected an object of names and colors", example)
            return []
        }
        var patterns: [TemplatePattern] = []
        for (name, color) in members.sorted(by: { UTF8Order.precedes($0.key, $1.key) }) {
            let place = path.appending(name)
            guard !name.isEmpty, color == .null || color.string.map(Self.isPath) == true else {
                report(place, name.isEmpty ? "has an empty name" : "expected the path of a color, or null", example)
                continue
            }
            patterns.append(
                TemplatePattern(
                    glob: Glob(name), template: ImageTemplate(color: color.string.map { SettingPath(dotted: $0) }),
                    position: reader.document.valuePositions[place]))
        }
        if patterns.count(where: \.glob.hasWildcards) > limits.resourcePatterns {
            let message = "has more than \(limits.resourcePatterns) patterns with wildcards"
            report(path, message, "name folders: \"icons/**\"")
        }
        let colors = Set(patterns.map { $0.template.color?.description ?? "" })
        if colors.reduce(0, { $0 + $1.utf8.count + 1 }) > Self.templateColorsMax {
            report(path, "names too many colors for a pack", "use one color for more images")
        }
        return patterns
    }

    private static func isPath(_ text: String) -> Bool { !text.isEmpty && !text.unicodeScalars.contains { $0 < " " } }
}

extension ProjectSurvey {
    /// Reports patterns that match no default image, and colors that the default theme does not have.
    func templateFindings() -> [Finding] {
        guard let theme = themes.selectedDefault, let patterns = themes[theme].manifest?.templates, !patterns.isEmpty
        else { return [] }
        let types = themes.defaultTypes
        lazy var colors = types.filter { $0.value == .color }.keys.sorted().map(\.description)
        func finding(_ rule: Rule, _ pattern: TemplatePattern, _ message: String, _ hint: String) -> Finding {
            Finding(
                rule, theme: themes.name(theme), path: themes[theme].manifestPath, key: pattern.key.description,
                position: pattern.position, message, hint: hint)
        }
        let readable = themes[theme].hasUnreadSettings ? [] : patterns
        let wrongColors = readable.compactMap { pattern -> Finding? in
            guard let color = pattern.template.color, types[color] != .color else { return nil }
            if let type = types[color] {
                return finding(
                    .themeManifest, pattern, "'\(color)' has the type \(type.rawValue), not color", "name a color")
            }
            return finding(
                .themeManifest, pattern, "the default theme has no setting '\(color)'",
                project.budget.suggestions.question(for: color.description, among: colors)
                    ?? "give it one, or write null for the color of where images stand")
        }
        return wrongColors
            + templates.unused.map { pattern in
                finding(
                    .exemptionUnused, pattern, "'\(pattern.glob.pattern)' matches no default image",
                    "write logical names, without scale and .png: \"icons/**\"; or remove it")
            }
    }
}
