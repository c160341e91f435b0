import ThemeModel

extension SettingValue {
    /// A member of an object; `nil` for any other value.
    subscript(_ key: String) -> SettingValue? { object?[key] }

    /// The items of a list; empty for any other value.
    var items: [SettingValue] {
        if case .list(let items) = self { items } else { [] }
    }

    var flag: Bool {
        if case .boolean(let flag) = self { flag } else { false }
    }
}
