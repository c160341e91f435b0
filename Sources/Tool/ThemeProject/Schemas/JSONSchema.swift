// See docs/decisions/26-schemas.md.
/// A JSON Schema as a value. Draft 7, which most editors know.
/// https://json-schema.org/draft-07/json-schema-validation
package struct JSONSchema: Sendable {
    package fileprivate(set) var value: SettingValue

    /// - Parameter definitions: those that the code knows, besides the file's own.
    fileprivate init(_ file: [UInt8], definitions: [String: SettingValue] = [:]) {
        value = SettingValue(embedded: file)
        guard !definitions.isEmpty, let members = value.object else { return }
        let own = members["definitions"]?.object ?? [:]
        value = .object(
            members.merging(["definitions": .object(own.merging(definitions) { own, _ in own })]) { _, new in new })
    }

    /// The schema of `themepack.json`. Its rules, limits and types are those of the code.
    package static var project: JSONSchema {
        let usual = ProjectLimits()
        let limits = ProjectLimits.all.map { limit in
            let description = "\(limit.meaning). Default: \(usual[keyPath: limit.keyPath])."
            return (limit.name, integer(1...limit.maximum, description))
        }
        let rules = Rule.allCases.map { rule in
            (rule.rawValue, choice(rule.isStructural ? ["error"] : ["error", "warning", "off"], rule.summary))
        }
        return JSONSchema(
            PackageResources.project_schema_json,
            definitions: [
                "rules": object(rules), "limits": object(limits),
                "exemptibleRule": choice(Rule.allCases.filter(\.canBeExempted).map(\.rawValue)),
                "keyType": choice(KeyType.allCases.map(\.rawValue)),
            ])
    }

    package static var baseline: JSONSchema {
        let rules = Rule.allCases.filter(\.canBeAccepted).map(\.rawValue)
        return JSONSchema(PackageResources.baseline_schema_json, definitions: ["acceptableRule": choice(rules)])
    }

    package static var theme: JSONSchema { JSONSchema(PackageResources.theme_schema_json) }

    /// The schema of `--format json` of `verify` and `build`. Other members may be added later.
    package static var report: JSONSchema { JSONSchema(PackageResources.report_schema_json) }

    package static var preview: JSONSchema { JSONSchema(PackageResources.preview_schema_json) }

    fileprivate static func choice(_ texts: [String], _ description: String? = nil) -> SettingValue {
        .members(["enum": texts, "description": description])
    }

    private static func integer(_ range: ClosedRange<Int>, _ description: String) -> SettingValue {
        .members([
            "type": "integer", "minimum": range.lowerBound, "maximum": range.upperBound, "description": description,
        ])
    }

    fileprivate static func object(_ properties: [(String, SettingValue)], allowsOthers: Bool = false) -> SettingValue {
        .object([
            "type": .string("object"), "additionalProperties": .boolean(allowsOthers),
            "properties": .object(Dictionary(properties) { first, _ in first }),
        ])
    }
}

extension JSONSchema {
    /// The schema of the settings of a project's themes: the keys and types of the default theme's settings.
    ///
    /// - Parameter survey: of the default theme at least.
    package static func settings(of survey: ProjectSurvey) -> JSONSchema {
        SettingsSchema(survey).schema(of: survey.themes.defaultTheme.flatMap { survey.themes[$0].settings } ?? .none)
    }
}

/// `settings.schema.json` defines a value of each type. The names of settings and images are those of a project.
private struct SettingsSchema {
    private let types: [SettingPath: SettingType]
    private let imageNames: [String]
    private let allowsUnknownKeys: Bool
    /// More names make an editor slow, and its list too long to read.
    private static let namesMax = 2000

    init(_ survey: ProjectSurvey) {
        types = survey.themes.defaultTypes
        let defaults = survey.images.files.enumerated().filter { survey.images.owner($0.offset) == nil }
        let names = Set(defaults.map(\.element.variant.name))
        imageNames = names.count > Self.namesMax ? [] : names.sorted().map(\.description)
        allowsUnknownKeys = survey.project.configuration.ruleBook.isOff(.configUnknownKey)
    }

    func schema(of settings: Settings) -> JSONSchema {
        var schema = JSONSchema(
            PackageResources.settings_schema_json, definitions: ["imageName": JSONSchema.choice(imageNames)])
        var members = schema.value.object ?? [:]
        let common = members["properties"]?.object ?? [:]
        members["properties"] = .object(
            common.merging(properties(of: settings.members, at: .root)) { common, _ in common })
        members["additionalProperties"] = .boolean(allowsUnknownKeys)
        members["patternProperties"] = Self.keysWithDots
        schema.value = .object(members)
        return schema
    }

    /// A key with dots stands for nested keys. No schema can look there.
    private static let keysWithDots = SettingValue.members(["[.]": SettingValue.object([:])])

    private func properties(of members: [String: SettingValue], at path: SettingPath) -> [(String, SettingValue)] {
        members.map { ($0, property($1, at: path.appending($0))) }
    }

    private func property(_ value: SettingValue, at path: SettingPath) -> SettingValue {
        if case .object(let members) = value, !members.isEmpty {
            var group =
                JSONSchema.object(properties(of: members, at: path), allowsOthers: allowsUnknownKeys).object ?? [:]
            group["patternProperties"] = Self.keysWithDots
            return .object([
                "anyOf": .list([.object(group), Self.reference("unset")]),
                "description": .string("A group of \(members.count) in the default theme."),
            ])
        }
        var property: [String: SettingValue] = ["allOf": .list([Self.reference(definition(of: value, at: path))])]
        switch value {
        case .null, .string(""): property["description"] = .string("Any value: the default theme has none.")
        case .object: break
        default:
            property["default"] = value
            property["description"] = .string("The default theme has \(value.summary).")
        }
        return .object(property)
    }

    /// The name of the definition that a value of the default theme leads to.
    private func definition(of value: SettingValue, at path: SettingPath) -> String {
        switch value {
        case .null, .string(""): return "anything"
        case .boolean: return "boolean"
        case .number: return "number"
        case .object: return "group"
        case .list(let items):
            let colors = !items.isEmpty && items.allSatisfy { SettingType(of: $0, at: path) == .color }
            return colors ? "colors" : "list"
        case .string:
            if types[path] == .color { return "color" }
            return path.namesImage && !imageNames.isEmpty ? "image" : "text"
        }
    }

    private static func reference(_ definition: String) -> SettingValue {
        .object(["$ref": .string("#/definitions/\(definition)")])
    }
}

extension SettingValue {
    /// The value of a JSON file that the compiler embeds; `null` if it is not JSON. Tests read each of them.
    fileprivate init(embedded file: [UInt8]) {
        let limits = SettingsLimits(bytes: .max, depth: .max, pathBytes: .max)
        self = file.withUnsafeBytes { (try? JSONReader.value(of: $0, limits)) ?? .null }
    }
}
