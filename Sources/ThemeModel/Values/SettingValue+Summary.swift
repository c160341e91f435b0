extension SettingValue {
    /// The value in messages: its type, and the value itself if it is short.
    package var summary: String {
        switch self {
        case .null: "null"
        case .boolean(let flag): flag ? "true" : "false"
        case .number(let number): "the number \(number)"
        case .string(let text): "the string '\(text.prefix(80))'"
        case .list(let items): "a list of \(items.count)"
        case .object(let members): "an object of \(members.count)"
        }
    }
}
