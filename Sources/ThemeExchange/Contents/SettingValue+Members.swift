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

    /// The members of an object that a reader does not take, in words: `compression-type lossless`. Leaves out
    /// members that say what their absence would say.
    func members(otherThan known: Set<String>) -> [String] {
        (object ?? [:]).filter { !known.contains($0.key) }.sorted { $0.key < $1.key }.compactMap { key, member in
            switch member {
            case .null, .boolean(false), .list([]), .string(""), .string("automatic"), .string("inherit"): nil
            case .string(let text): "\(key) \(text)"
            default: key
            }
        }
    }
}
