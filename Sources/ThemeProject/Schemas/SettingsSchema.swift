import ThemeModel

extension JSONSchema {
    /// The schema of the settings of a project's themes: the keys and types of the default theme's settings.
    ///
    /// - Parameter survey: of the default theme at least.
    package static func settings(of survey: ProjectSurvey) -> JSONSchema {
        SettingsSchema(survey).schema.titled("settings of themes", "What a theme of this project can set.")
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
        types = survey.defaultTypes
        var names = Set<LogicalName>()
        for (number, file) in survey.images.files.enumerated() where survey.images.owner(number) == nil {
            names.insert(file.variant.name)
        }
        imageNames = names.count > Self.namesMax ? [] : names.sorted().map(\.description)
        allowsUnknownKeys = survey.project.ruleBook.isOff(.configUnknownKey)
    }

    var schema: JSONSchema {
        let settings = survey.defaultTheme.flatMap { survey.themes[$0].settings?.value } ?? .object([:])
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
        case .null, .string(""): return .anything
        case .boolean, .number:
            let type = if case .boolean = value { JSONSchema.boolean } else { JSONSchema.number }
            return .any(of: [type, .reference("unset"), .reference("alias")]).adding(["default": value])
        case .string: return text(at: path).adding(["default": value])
        case .list(let items):
            let colors = !items.isEmpty && items.allSatisfy { SettingType(of: $0, at: path) == .color }
            let list = colors ? JSONSchema.list(of: color) : JSONSchema(["type": .string("array")])
            return .any(of: [list, .reference("unset")])
        case .object(let members):
            guard !members.isEmpty else { return JSONSchema(["type": .string("object")]) }
            let properties = members.map { ($0, schema(of: $1, at: path.appending($0))) }
            return .any(of: [object(Dictionary(properties) { first, _ in first }), .reference("unset")])
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
