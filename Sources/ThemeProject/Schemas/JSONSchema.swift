package import ThemeModel

// See docs/decisions/26-schemas.md.
/// A JSON Schema as a value. Draft 7, which most editors know.
/// https://json-schema.org/draft-07/json-schema-validation
package struct JSONSchema: Sendable {
    package private(set) var members: [String: SettingValue]

    init(_ members: [String: SettingValue]) { self.members = members }

    package var value: SettingValue { .object(members) }

    /// Returns the schema of a whole file.
    func titled(_ title: String, _ description: String) -> JSONSchema {
        adding([
            "$schema": .string("http://json-schema.org/draft-07/schema#"), "title": .string(title),
            "description": .string(description),
        ])
    }

    func described(_ description: String) -> JSONSchema { adding(["description": .string(description)]) }

    func adding(_ more: [String: SettingValue]) -> JSONSchema {
        JSONSchema(members.merging(more) { _, new in new })
    }
}

extension JSONSchema {
    static let anything = JSONSchema([:])
    static let text = JSONSchema(["type": .string("string")])
    static let nonEmptyText = text.adding(["minLength": .number(1)])
    static let boolean = JSONSchema(["type": .string("boolean")])
    static let number = JSONSchema(["type": .string("number")])
    static let count = integer(0...Int(UInt32.max))
    /// A path below the file's folder or the project's.
    static let path = text.adding(["pattern": .string(#"^(?!\.\.?(/|$))[^/\\](?!.*/\.\.?(/|$))(?!.*//)[^\\]*(?<!/)$"#)])

    static func integer(_ range: ClosedRange<Int>) -> JSONSchema {
        JSONSchema([
            "type": .string("integer"), "minimum": .number(Double(range.lowerBound)),
            "maximum": .number(Double(range.upperBound)),
        ])
    }

    static func pattern(_ pattern: String) -> JSONSchema { text.adding(["pattern": .string(pattern)]) }

    static func choice(_ texts: [String]) -> JSONSchema { JSONSchema(["enum": .list(texts.map(SettingValue.string))]) }

    static func list(of item: JSONSchema) -> JSONSchema { JSONSchema(["type": .string("array"), "items": item.value]) }

    static func map(to values: JSONSchema) -> JSONSchema {
        JSONSchema(["type": .string("object"), "additionalProperties": values.value])
    }

    static func any(of schemas: [JSONSchema]) -> JSONSchema { JSONSchema(["anyOf": .list(schemas.map(\.value))]) }

    static func reference(_ definition: String) -> JSONSchema {
        JSONSchema(["$ref": .string("#/definitions/\(definition)")])
    }

    /// An object with no other members.
    static func object(_ properties: [String: JSONSchema], required: [String] = []) -> JSONSchema {
        var members: [String: SettingValue] = [
            "type": .string("object"), "properties": .object(properties.mapValues(\.value)),
            "additionalProperties": .boolean(false),
        ]
        if !required.isEmpty { members["required"] = .list(required.map(SettingValue.string)) }
        return JSONSchema(members)
    }
}
