/// The type of a setting, derived from its value and its path.
package enum SettingType: String, Sendable, CaseIterable {
    case boolean, number, string, list, object, color

    /// `nil` if the value is not set. A string is a color if it starts with `#`, `rgb(` or `rgba(`, or if a key of its
    /// path ends in `color`, `colors`, `colour` or `colours` in any letter case, as in the library METhemeKit.
    package init?(of value: SettingValue, at path: SettingPath) {
        switch value {
        case .null, .string(""): return nil
        case .boolean: self = .boolean
        case .number: self = .number
        case .list: self = .list
        case .object: self = .object
        case .string(let text):
            self = Self.isWrittenAsColor(text) || path.keys.contains(where: Self.namesColor) ? .color : .string
        }
    }

    private static func isWrittenAsColor(_ text: String) -> Bool {
        let lower = text.prefix(5).lowercased()
        return lower.hasPrefix("#") || lower.hasPrefix("rgb(") || lower == "rgba("
    }

    private static func namesColor(_ key: String) -> Bool {
        let lower = key.lowercased()
        return ["color", "colors", "colour", "colours"].contains { lower.hasSuffix($0) }
    }
}

extension SettingValue {
    package var types: [SettingPath: SettingType] {
        var types: [SettingPath: SettingType] = [:]
        forEach { path, value in
            if !path.keys.isEmpty { types[path] = SettingType(of: value, at: path) }
        }
        return types
    }

    /// Calls `body` for this value and all values below it: a parent before its members, members in the order of keys.
    package func forEach(at path: SettingPath = .root, _ body: (SettingPath, SettingValue) -> Void) {
        body(path, self)
        guard let object else { return }
        for (key, value) in object.sorted(by: { UTF8Order.precedes($0.key, $1.key) }) {
            value.forEach(at: path.appending(key), body)
        }
    }
}
