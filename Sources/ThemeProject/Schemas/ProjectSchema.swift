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
            "tolerance": object(["points": number.adding(["minimum": .number(0), "maximum": .number(100)])])
                .described("The most points by which an image's size may differ from its default's."),
            "exemptions": list(of: exemption).described("Files that are exempt from a rule."),
            "limits": limits.described("The largest files and images that are accepted."),
            "keys": keys.described("Types and names of generated Swift constants."),
            "contrast": list(of: contrast).described("Pairs of colors whose contrast is checked by WCAG 2.2."),
            "baseline": path.described("A file with findings that are accepted until they change."),
            "fonts": list(of: nonEmptyText).described(
                "The names of the fonts that exist; '*' stands for any characters."),
        ]
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
        object(["paths": patterns, "rules": rules], required: ["paths", "rules"])
    }

    private static var exemption: JSONSchema {
        object(
            [
                "rule": choice(Rule.allCases.filter(\.canBeExempted).map(\.rawValue)),
                "path": pattern,
                "reason": text.described("Why, for people."),
            ], required: ["rule", "path"])
    }

    private static var limits: JSONSchema {
        var properties: [String: JSONSchema] = [:]
        for limit in ProjectLimits.all { properties[limit.name] = integer(1...limit.maximum) }
        return object(properties)
    }

    private static var keys: JSONSchema {
        object([
            "types": map(to: choice(KeyType.allCases.map(\.rawValue))), "names": map(to: nonEmptyText),
            "renamed": map(to: nonEmptyText),
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
