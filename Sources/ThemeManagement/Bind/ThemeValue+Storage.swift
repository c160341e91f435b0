public import ThemeRuntime

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The values of packs and of any other storage: settings of nine types, and images.
extension ThemeValue where Skin: ThemeStorage {
    /// A color in any notation that `ThemeColor` reads.
    public static func color(_ key: SettingKey) -> Self where Value == ThemeColor {
        Self(source: .setting(key)) { try $0.color(key) }
    }

    /// A string.
    public static func string(_ key: SettingKey) -> Self where Value == String {
        Self(source: .setting(key)) { try $0.string(key) }
    }

    /// A number.
    public static func number(_ key: SettingKey) -> Self where Value == Double {
        Self(source: .setting(key)) { try $0.number(key) }
    }

    /// `true` or `false`.
    public static func boolean(_ key: SettingKey) -> Self where Value == Bool {
        Self(source: .setting(key)) { try $0.boolean(key) }
    }

    /// A URL, absolute or relative.
    public static func url(_ key: SettingKey) -> Self where Value == URL {
        Self(source: .setting(key)) { try $0.url(key) }
    }

    /// A font by name and size.
    public static func font(_ key: SettingKey) -> Self where Value == ThemeFont {
        Self(source: .setting(key)) { try $0.font(key) }
    }

    /// A size in points.
    public static func size(_ key: SettingKey) -> Self where Value == PointSize {
        Self(source: .setting(key)) { try $0.size(key) }
    }

    /// Distances from four edges in points.
    public static func capInsets(_ key: SettingKey) -> Self where Value == CapInsets {
        Self(source: .setting(key)) { try $0.capInsets(key) }
    }

    /// An object, merged with those of its parents.
    public static func object(_ key: SettingKey) -> Self where Value == [String: SettingValue] {
        Self(source: .setting(key)) { try $0.object(key) }
    }

    /// A setting of any type.
    public static func setting(_ key: SettingKey) -> Self where Value == SettingValue {
        Self(source: .setting(key)) { try $0.value(key) }
    }

    /// The image of a logical name, for a screen of that scale.
    public static func image(_ key: ImageKey, scale: Scale) -> Self where Value == Skin.Image {
        Self(source: .image(key, scale)) { try $0.image(key, scale: scale) }
    }

    /// The image that a setting names.
    public static func image(forKey key: SettingKey, scale: Scale) -> Self where Value == Skin.Image {
        Self(source: .imageForKey(key, scale)) { try $0.image(forKey: key, scale: scale) }
    }

    /// The colors of a control by state, those that are set: `"Button.ThemeMode_Button_NavBarRight.titleColor"`.
    public static func colors(_ key: SettingKey) -> Self where Value == [ControlState: ThemeColor] {
        Self(source: .setting(key)) { theme in
            guard let states = try theme.object(key)?.keys.sorted() else { return nil }
            var colors: [ControlState: ThemeColor] = [:]
            for state in states { colors[ControlState(rawValue: state)] = try theme.color(key.appending(state)) }
            return colors
        }
    }
}
