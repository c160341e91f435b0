/// What a setting is, as far as a file can tell it.
package enum SettingType: String, Sendable, CaseIterable {
    case boolean, number, string, colour, list, object

    /// The type of a value at a place; `nil` for one that is not set.
    ///
    /// JSON has no colours: a string is one if it is written as only colours are (`#...`, `rgb(...)`), or stands under a
    /// key that says so: `Color`, or any that ends in `Color`, as in METhemeKit's `titleColor.UIControlStateNormal`.
    package init?(of value: SettingValue, at path: SettingPath) {
        switch value {
        case .null, .string(""): return nil
        case .boolean: self = .boolean
        case .number: self = .number
        case .list: self = .list
        case .object: self = .object
        case .string(let text):
            self = Self.isWrittenAsColour(text) || path.keys.contains(where: Self.namesColour) ? .colour : .string
        }
    }

    private static func isWrittenAsColour(_ text: String) -> Bool {
        let lower = text.prefix(5).lowercased()
        return lower.hasPrefix("#") || lower.hasPrefix("rgb(") || lower == "rgba("
    }

    private static func namesColour(_ key: String) -> Bool {
        let lower = key.lowercased()
        return ["color", "colors", "colour", "colours"].contains { lower.hasSuffix($0) }
    }
}

extension SettingValue {
    /// Calls `body` for this value and everything below it, a parent before its members, members in the order of keys.
    package func forEach(at path: SettingPath = .root, _ body: (SettingPath, SettingValue) -> Void) {
        body(path, self)
        guard let object else { return }
        for (key, value) in object.sorted(by: { ByteOrder.precedes($0.key, $1.key) }) {
            value.forEach(at: path.appending(key), body)
        }
    }
}
