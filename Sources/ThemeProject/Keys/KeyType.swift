package import ThemeModel

/// The type of a setting's key in generated code. `"keys": {"types": ...}` uses the raw values.
package enum KeyType: String, Sendable, CaseIterable {
    case boolean, number, string, color, url, font, size, insets, list, object, value

    /// Returns the type of a contract's setting. A setting that the default does not set has a value of any type.
    package init(_ type: SettingType?) {
        self =
            switch type {
            case .boolean: .boolean
            case .number: .number
            case .string: .string
            case .color: .color
            case .list: .list
            case .object: .object
            case nil: .value
            }
    }
}
