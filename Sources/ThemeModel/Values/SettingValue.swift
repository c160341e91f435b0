/// A setting, or a tree of settings, from a configuration file.
public indirect enum SettingValue: Hashable, Sendable {
    /// Not set. The next theme of the chain is asked.
    case null
    /// `true` or `false`.
    case boolean(Bool)
    /// A finite number.
    case number(Double)
    /// Text, also a color, a URL, a font or an image name. `""` means not set.
    case string(String)
    /// A list. A theme inherits it as a whole.
    case list([SettingValue])
    /// Values by key. A theme inherits each key by itself.
    case object([String: SettingValue])

    /// Whether the value is neither `null` nor `""`.
    public var isSet: Bool {
        switch self {
        case .null, .string(""): false
        default: true
        }
    }

    /// The members of an object; `nil` for any other value.
    public var object: [String: SettingValue]? {
        if case .object(let members) = self { members } else { nil }
    }

    /// The text of a string; `nil` for any other value.
    public var string: String? {
        if case .string(let text) = self { text } else { nil }
    }
}
