import ThemeModel

/// A setting as the value of a custom property.
struct CSSValue {
    /// `nil` if CSS has no such value.
    let text: String?

    init(_ setting: ExportedTheme.Setting) {
        if let color = setting.color {
            text = Self.text(of: color)
            return
        }
        switch setting.value {
        case .number(let number): text = Self.number(number) + (Self.isLength(setting.path) ? "px" : "")
        case .string(let string): text = Self.quoted(string)
        case .null, .boolean, .list, .object: text = nil
        }
    }

    private static func isLength(_ path: SettingPath) -> Bool { path.keys.first == ContentSections.capInsets }

    private static func text(of color: ThemeColor) -> String { "#" + color.hexadecimal(.rgba).lowercased() }

    private static func number(_ number: Double) -> String {
        number == number.rounded() && number.magnitude < 1e15 ? String(Int64(number)) : "\(number)"
    }

    /// https://www.w3.org/TR/cssom-1/#serialize-a-string
    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case "\u{0}": quoted += "\u{FFFD}"
            case "\u{1}"..."\u{1F}", "\u{7F}", "<": quoted += "\\\(scalar.value.hexadecimal()) "
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }

    /// Escapes the characters of a name that need it. Letter case stays, because names of properties depend on it.
    static func identifier(_ key: String) -> String {
        var name = ""
        for scalar in key.unicodeScalars {
            let isPlain =
                scalar.value >= 0x80 || scalar == "_" || scalar == "-"
                || scalar.isASCII && (UInt8(scalar.value).isASCIILetter || UInt8(scalar.value).isASCIIDigit)
            name.unicodeScalars.append(isPlain ? scalar : "-")
        }
        return name
    }

    static func url(_ path: String) -> String { PercentEncoding.encode(path) }
}
