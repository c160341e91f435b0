import PackFormat
import ThemeModel

/// Writes JSON as Xcode does, so that Xcode makes no difference when it saves the file: two spaces, a space before the
/// colon, sorted keys.
enum XcodeJSON {
    static func text(_ value: SettingValue) -> String { text(value, indent: "") + "\n" }

    private static func text(_ value: SettingValue, indent: String) -> String {
        let inner = indent + "  "
        switch value {
        case .list(let items):
            guard !items.isEmpty else { return "[\n\n\(indent)]" }
            return "[\n" + items.map { inner + text($0, indent: inner) }.joined(separator: ",\n") + "\n\(indent)]"
        case .object(let members):
            guard !members.isEmpty else { return "{\n\n\(indent)}" }
            let lines = members.sorted { UTF8Order.precedes($0.key, $1.key) }.map { key, value in
                "\(inner)\(scalar(.string(key))) : \(text(value, indent: inner))"
            }
            return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
        default: return scalar(value)
        }
    }

    /// Foundation, which Xcode uses, escapes slashes.
    private static func scalar(_ value: SettingValue) -> String {
        let text = String(decoding: CanonicalJSON.encode(value).dropLast(), as: UTF8.self)
        guard value.string != nil else { return text }
        return text.split(separator: "/", omittingEmptySubsequences: false).joined(separator: "\\/")
    }
}
