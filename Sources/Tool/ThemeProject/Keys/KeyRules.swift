/// The object `"keys"` of a configuration file: types of settings, and names in generated code.
package struct KeyRules: Hashable, Sendable {
    /// A member of `"types"`, `"names"` or `"renamed"`.
    package struct Rule: Hashable, Sendable {
        package let path: SettingPath
        /// The member's key: a path, or for types a pattern.
        package let subject: String
        package let value: String
        package let position: SourcePosition?
    }

    /// The file with the rules, as messages name it.
    package let file: String
    package private(set) var types: [Rule] = []
    package private(set) var names: [Rule] = []
    package private(set) var renamed: [Rule] = []
    package var isEmpty: Bool { types.isEmpty && names.isEmpty && renamed.isEmpty }

    package init(file: String) { self.file = file }

    /// Reads `"keys"`. Each member is an object of strings.
    init(file: String, _ reader: MemberReader) throws(SourceError) {
        self.init(file: file)
        _ = try reader.members(at: SettingPath(["keys"]), known: ["types", "names", "renamed"])
        types = try Self.rules("types", reader)
        names = try Self.rules("names", reader)
        renamed = try Self.rules("renamed", reader)
        for rule in types where KeyType(rawValue: rule.value) == nil {
            throw reader.problem(
                rule.path, "there is no type '\(rule.value)'", near: rule.value, KeyType.allCases.map(\.rawValue))
        }
    }

    /// Returns the members of one object, sorted.
    private static func rules(_ name: String, _ reader: MemberReader) throws(SourceError) -> [Rule] {
        let object = SettingPath(["keys", name])
        guard let value = reader.value(at: object) else { return [] }
        guard case .object(let members) = value else { throw reader.problem(object, "expected an object {...}") }
        var rules: [Rule] = []
        for (subject, value) in members.sorted(by: { UTF8Order.precedes($0.key, $1.key) }) {
            let path = object.appending(subject)
            guard let text = value.string, !text.isEmpty else {
                throw reader.problem(path, "expected a string that is not empty")
            }
            rules.append(
                Rule(path: path, subject: subject, value: text, position: reader.document.valuePositions[path]))
        }
        return rules
    }

    /// Returns an error about a rule, with its place.
    package func error(_ rule: Rule, _ message: String, hint: String? = nil) -> UserError {
        UserError(path: file, position: rule.position, "\(rule.path): \(message)", hint: hint)
    }
}

/// The access level of generated keys.
package enum KeyAccess: String, Sendable, CaseIterable {
    case `public`, `internal`, `package`

    /// All levels, as the object of "expected" in a message.
    package static var names: String { allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ") }
}

/// The type of a setting's key in generated code. `"keys": {"types": ...}` uses the raw values.
package enum KeyType: String, Sendable, CaseIterable {
    case boolean, number, string, color, url, font, size, insets, list, object, value

    /// Returns the type of a contract's setting. A setting that the default does not set has a value of any type.
    package init(_ type: SettingType?) {
        self = type.flatMap { KeyType(rawValue: $0.rawValue) } ?? .value
    }
}
