import ThemeModel

/// A string value that stands for another setting of the chain: `{Color.accent}`.
package struct SettingAlias: Hashable, Sendable {
    /// The path of the other setting, its keys joined by dots.
    package let target: String

    /// `nil` if the text is not an alias. Text with commas, such as the point `{10, 20}`, is none.
    package init?(_ text: String) {
        let bytes = text.utf8
        guard bytes.count > 2, bytes.first == UInt8(ascii: "{"), bytes.last == UInt8(ascii: "}") else { return nil }
        let inner = text.dropFirst().dropLast()
        let marks: [UInt8] = [UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: ",")]
        let space = UInt8(ascii: " ")
        guard !inner.utf8.contains(where: marks.contains), inner.utf8.first != space, inner.utf8.last != space else {
            return nil
        }
        target = String(inner)
    }

    /// The grammar as a regular expression.
    package static let pattern = #"^\{[^{}, ]([^{},]*[^{}, ])?\}$"#
}

extension SettingValue {
    /// Whether this value or one below it is an alias.
    var hasAlias: Bool {
        switch self {
        case .string(let text): SettingAlias(text) != nil
        case .list(let items): items.contains(where: \.hasAlias)
        case .object(let members): members.values.contains(where: \.hasAlias)
        case .null, .boolean, .number: false
        }
    }

    /// Returns this value with other texts. Visits members in the order of keys, and items of lists by their numbers.
    func replacingTexts(
        at path: SettingPath = .root, _ replacement: (SettingPath, String) -> SettingValue
    ) -> SettingValue {
        switch self {
        case .string(let text): return replacement(path, text)
        case .list(let items):
            return .list(
                items.enumerated().map { $1.replacingTexts(at: path.appending(String($0)), replacement) })
        case .object(var members):
            for key in members.keys.sorted(by: UTF8Order.precedes) {
                guard let member = members[key] else { continue }
                members[key] = member.replacingTexts(at: path.appending(key), replacement)
            }
            return .object(members)
        case .null, .boolean, .number: return self
        }
    }
}
