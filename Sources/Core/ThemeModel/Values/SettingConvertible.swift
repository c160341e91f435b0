public import ThemeSystem

/// A type that a setting can be read as. A type of your own can conform.
public protocol SettingConvertible: Equatable, Sendable {
    /// The notations of a setting of this type, for messages: "a number".
    static var settingFormat: String { get }

    /// Converts a setting; `nil` if it has another type.
    init?(setting: ResolvedSetting)
}

/// The value of a setting, as a theme's chain or another storage resolves it.
public struct ResolvedSetting: Hashable, Sendable {
    /// The value. Objects are merged along the chain.
    public let value: SettingValue
    /// The position of alpha in colors of the theme that sets the value; for an object, the first that sets a member.
    public let colorOrder: ThemeColor.Order
    /// The value as a color; `nil` if it is not a color.
    public let color: ThemeColor?

    /// Makes a setting of any value. Cost: parses the value as a color.
    public init(_ value: SettingValue, colorOrder: ThemeColor.Order = .argb) {
        self.value = value
        self.colorOrder = colorOrder
        color = value.string.flatMap { try? ThemeColor($0, order: colorOrder) }
    }
}

// The initializers of simple types are inlined. They read a setting where it is stored, without reference counting.

extension SettingValue: SettingConvertible {
    public static var settingFormat: String { "any value" }

    @inlinable
    public init?(setting: ResolvedSetting) { self = setting.value }
}

extension String: SettingConvertible {
    public static var settingFormat: String { "a string" }

    @inlinable
    public init?(setting: ResolvedSetting) {
        guard case .string(let text) = setting.value else { return nil }
        self = text
    }
}

/// `true` and `"6"` are not numbers.
extension Double: SettingConvertible {
    public static var settingFormat: String { "a number" }

    @inlinable
    public init?(setting: ResolvedSetting) {
        guard case .number(let number) = setting.value else { return nil }
        self = number
    }
}

/// 0 and 1 are not booleans.
extension Bool: SettingConvertible {
    public static var settingFormat: String { "true or false" }

    @inlinable
    public init?(setting: ResolvedSetting) {
        guard case .boolean(let flag) = setting.value else { return nil }
        self = flag
    }
}

/// A color in any notation that ``ThemeColor/init(_:order:)`` reads, in the `colorOrder` of the theme that sets it.
extension ThemeColor: SettingConvertible {
    public static var settingFormat: String { "a color: \(InvalidColor.expected)" }

    @inlinable
    public init?(setting: ResolvedSetting) {
        guard let color = setting.color else { return nil }
        self = color
    }
}

/// An absolute URL, or a relative one.
extension URL: SettingConvertible {
    public static var settingFormat: String { "a URL" }

    public init?(setting: ResolvedSetting) {
        guard let text = setting.value.string else { return nil }
        self.init(string: text)
    }
}

/// An object, merged along the chain.
extension Dictionary: SettingConvertible where Key == String, Value == SettingValue {
    public static var settingFormat: String { "an object" }

    @inlinable
    public init?(setting: ResolvedSetting) {
        guard case .object(let members) = setting.value else { return nil }
        self = members
    }
}

/// A list whose items all have one type.
extension Array: SettingConvertible where Element: SettingConvertible {
    public static var settingFormat: String { "a list, each item \(Element.settingFormat)" }

    public init?(setting: ResolvedSetting) {
        guard case .list(let items) = setting.value else { return nil }
        self.init()
        for item in items {
            guard let element = Element(setting: ResolvedSetting(item, colorOrder: setting.colorOrder)) else {
                return nil
            }
            append(element)
        }
    }
}
