import ThemeModel

extension JSONSchema {
    /// The schema of `themepack.json`.
    package static var project: JSONSchema {
        object(projectMembers).titled("themepack.json", "Configures a project of themes.")
    }

    private static var projectMembers: [String: JSONSchema] {
        [
            "$schema": text.described("The address or path of this schema, for editors."),
            "assets": path.described("The folder of default images. Default: assets."),
            "themes": path.described("The folder of themes. Default: themes."),
            "links": list(of: path).described("Folders that may be links out of the project."),
            "rules": rules.described("The severity of each rule. 'themepack rules' explains them."),
            "ignore": patterns.described("Files that are not read."),
            "overrides": list(of: override).described("Severities for parts of the project; a later one wins."),
            "tolerance": object(["points": points]).described("Differences of sizes that are accepted."),
            "exemptions": list(of: exemption).described("Files that are exempt from a rule."),
            "limits": limits.described("The largest files and images that are accepted."),
            "keys": keys.described("Types and names of generated Swift constants."),
            "contrast": list(of: contrast).described("Pairs of colors whose contrast is checked by WCAG 2.2."),
            "baseline": path.described("A file with findings that are accepted until they change."),
            "axes": list(of: nonEmptyText).adding(["maxItems": .number(Double(ThemeAxis.countMax))])
                .described("The axes along which themes are selected, from the weakest to the strongest."),
            "fonts": list(of: nonEmptyText).described("The fonts that exist, by name; '*' stands for any characters."),
        ]
    }

    private static var points: JSONSchema {
        number.adding(["minimum": .number(0), "maximum": .number(100)])
            .described("The most points by which an image's size may differ from its default's.")
    }

    private static var rules: JSONSchema {
        var properties: [String: JSONSchema] = [:]
        for rule in Rule.allCases {
            let levels = rule.isStructural ? ["error"] : ["error", "warning", "off"]
            properties[rule.rawValue] = choice(levels).described(rule.summary)
        }
        return object(properties)
    }

    private static var pattern: JSONSchema {
        nonEmptyText.described("A path in the project. '*' and '?' match in a name, '**' any folders.")
    }

    private static var patterns: JSONSchema { list(of: pattern).adding(["minItems": .number(1)]) }

    private static var override: JSONSchema {
        object(
            [
                "paths": patterns.described("The files that it is for."),
                "rules": rules.adding(["minProperties": .number(1)]).described("Severities for these files."),
                "reason": text.described("Why, for people."),
            ], required: ["paths", "rules"])
    }

    private static var exemption: JSONSchema {
        object(
            [
                "rule": choice(Rule.allCases.filter(\.canBeExempted).map(\.rawValue)).described("See docs/rules.md."),
                "path": pattern,
                "reason": text.described("Why, for people."),
            ], required: ["rule", "path"])
    }

    private static var limits: JSONSchema {
        var properties: [String: JSONSchema] = [:]
        let usual = ProjectLimits()
        for limit in ProjectLimits.all {
            properties[limit.name] = integer(1...limit.maximum)
                .described("\(limit.meaning). Default: \(usual[keyPath: limit.keyPath]).")
        }
        return object(properties)
    }

    private static var keys: JSONSchema {
        object([
            "types": map(to: choice(KeyType.allCases.map(\.rawValue))).described("The types of settings."),
            "names": map(to: nonEmptyText).described("The Swift names of keys."),
            "renamed": map(to: nonEmptyText).described("New names by old ones, which stay as deprecated."),
        ])
    }

    private static var contrast: JSONSchema {
        let path = nonEmptyText.described("The path of a color, such as Color.title.")
        return object(
            [
                "text": path, "on": path,
                "min": number.adding(["minimum": .number(1), "maximum": .number(21)])
                    .described("The lowest ratio. Default: 4.5."),
            ], required: ["text", "on"])
    }

    /// The schema of a baseline.
    package static var baseline: JSONSchema {
        let entry = object(
            [
                "rule": choice(Rule.allCases.filter(\.canBeAccepted).map(\.rawValue)), "path": text, "key": text,
                "actual": text,
            ], required: ["rule", "path"])
        return object(
            ["$schema": text, "version": JSONSchema(["const": .number(1)]), "findings": list(of: entry)],
            required: ["version", "findings"]
        ).titled("baseline", "Findings that a project accepts. 'themepack verify --write-baseline' writes it.")
    }
}

extension JSONSchema {
    /// The schema of the settings of a project's themes: the keys and types of the default theme's settings.
    ///
    /// - Parameter survey: of the default theme at least.
    package static func settings(of survey: ProjectSurvey) -> JSONSchema {
        SettingsSchema(survey).schema.titled("settings of themes", "What a theme of this project can set.")
    }
}

extension JSONSchema {
    fileprivate func `default`(_ value: SettingValue) -> JSONSchema {
        adding(["default": value]).described("The default theme has \(value.summary).")
    }
}

private struct SettingsSchema {
    private let survey: ProjectSurvey
    private let types: [SettingPath: SettingType]
    private let imageNames: [String]
    private let allowsUnknownKeys: Bool
    /// More names make an editor slow, and its list too long to read.
    private static let namesMax = 2000

    init(_ survey: ProjectSurvey) {
        self.survey = survey
        types = survey.themes.defaultTypes
        var names = Set<LogicalName>()
        for (number, file) in survey.images.files.enumerated() where survey.images.owner(number) == nil {
            names.insert(file.variant.name)
        }
        imageNames = names.count > Self.namesMax ? [] : names.sorted().map(\.description)
        allowsUnknownKeys = survey.project.configuration.ruleBook.isOff(.configUnknownKey)
    }

    var schema: JSONSchema {
        let settings = survey.themes.defaultTheme.flatMap { survey.themes[$0].settings?.value } ?? .object([:])
        var properties = (settings.object ?? [:]).map { ($0, schema(of: $1, at: SettingPath([$0]))) }
        properties.append(("$schema", JSONSchema.text.described("The address or path of this schema, for editors.")))
        properties.append(("super", JSONSchema.text.described("The parent theme, in files of the library DDSkin.")))
        let object = object(Dictionary(properties) { first, _ in first })
        return object.adding(["definitions": .object(Self.definitions.mapValues(\.value))])
    }

    private func object(_ properties: [String: JSONSchema]) -> JSONSchema {
        JSONSchema.object(properties).adding(["additionalProperties": .boolean(allowsUnknownKeys)])
    }

    private func schema(of value: SettingValue, at path: SettingPath) -> JSONSchema {
        switch value {
        case .null, .string(""): return .anything.described("Any value: the default theme has none.")
        case .boolean, .number:
            let type = if case .boolean = value { JSONSchema.boolean } else { JSONSchema.number }
            return .any(of: [type, .reference("unset"), .reference("alias")]).default(value)
        case .string: return text(at: path).default(value)
        case .list(let items):
            let colors = !items.isEmpty && items.allSatisfy { SettingType(of: $0, at: path) == .color }
            let list = colors ? JSONSchema.list(of: color) : JSONSchema(["type": .string("array")])
            return .any(of: [list, .reference("unset")]).default(value)
        case .object(let members):
            guard !members.isEmpty else { return JSONSchema(["type": .string("object")]) }
            let properties = members.map { ($0, schema(of: $1, at: path.appending($0))) }
            return .any(of: [object(Dictionary(properties) { first, _ in first }), .reference("unset")])
                .described("A group of \(members.count) in the default theme.")
        }
    }

    private var color: JSONSchema { .any(of: [.reference("color"), .reference("unset"), .reference("alias")]) }

    private func text(at path: SettingPath) -> JSONSchema {
        if types[path] == .color { return color }
        guard path.namesImage, !imageNames.isEmpty else {
            return JSONSchema(["type": .list([.string("string"), .string("null")])])
        }
        return .any(of: [.choice(imageNames), .reference("unset"), .reference("alias")])
    }

    private static let definitions: [String: JSONSchema] = [
        "color": .pattern(
            "^(#?([0-9a-fA-F]{3}|[0-9a-fA-F]{4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8}|00)"
                + #"|[rR][gG][bB]\(( *\d{1,3} *,){2} *\d{1,3} *\)"#
                + #"|[rR][gG][bB][aA]\(( *\d{1,3} *,){3} *[01]?\.?\d* *\))$"#
        ).described("A color: RGB, ARGB, RRGGBB, AARRGGBB, rgb() or rgba()."),
        "alias": .pattern(SettingAlias.pattern).described("Another setting of the chain: {Color.accent}."),
        "unset": JSONSchema(["enum": .list([.null, .string("")])]).described("Not set: the parent theme answers."),
    ]
}

extension JSONSchema {
    /// The schema of a `theme.json`.
    package static var theme: JSONSchema {
        let (low, high) = (ThemeSeason.priorities.lowerBound, ThemeSeason.priorities.upperBound)
        return object(
            [
                "$schema": text.described("The address or path of this schema, for editors."),
                "id": themeID.described("The name of the theme's folder."),
                "name": nonEmptyText.adding(["maxLength": .number(Double(NameLimits.displayName))])
                    .described("The name for people. Default: the id."),
                "version": version.described("A semantic version, such as 1.2.0."),
                "imageNamePrefix": pattern("^([A-Za-z0-9_-][A-Za-z0-9._-]{0,63})?$")
                    .described("The start of the names of the theme's images, such as year_."),
                "extends": themeID.described("The theme that answers what this one does not. Default: default."),
                "config": path.adding(["allOf": .list([pattern(#"\.([jJ][sS][oO][nN]|[pP][lL][iI][sS][tT])$"#).value])])
                    .described("The file of settings. Default: config.json or config.plist."),
                "colorOrder": choice(ThemeColor.Order.allCases.map(\.rawValue))
                    .described("The position of alpha in colors of 4 and 8 digits. Default: argb."),
                "resources": list(of: nonEmptyText).described("Patterns of files that are packed unchanged."),
                "axis": themeID.described("The axis on which the theme is selected. Default: the one without a name."),
                "for": list(of: themeID).adding(["minItems": .number(2)])
                    .described("Makes a combination, which holds where all of these themes are selected."),
                "activeFrom": moment.described("When the theme's season begins."),
                "activeUntil": moment.described("When the theme's season ends."),
                "templates": map(to: JSONSchema(["type": .list([.string("string"), .string("null")])]))
                    .described("In the default theme: images that are masks, with the setting that has their color."),
                "priority": integer(low...high).described("The highest wins if several seasons overlap. Default: 0."),
            ], required: ["id", "version"]
        ).titled("theme.json", "Describes a theme.")
    }

    private static let themeID = pattern("^[A-Za-z0-9]([A-Za-z0-9._-]{0,62}[A-Za-z0-9_-])?$")

    /// https://semver.org gives the pattern.
    private static let version = pattern(
        #"^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)"#
            + #"(-(0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(\.(0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*)?"#
            + #"(\+[0-9a-zA-Z-]+(\.[0-9a-zA-Z-]+)*)?$"#
    ).adding(["maxLength": .number(Double(NameLimits.identifier))])

    private static let moment = pattern(#"^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)$"#)
}
