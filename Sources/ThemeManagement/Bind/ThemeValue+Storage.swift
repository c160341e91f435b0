public import ThemeRuntime

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The values of packs and of any other storage: settings and images.
extension ThemeValue where Skin: ThemeStorage {
    /// A setting by its typed key.
    public init(_ setting: Setting<Value>) where Value: SettingConvertible {
        self.init(source: .setting(setting.key)) { try $0.value(setting.key, as: Value.self) }
    }

    /// A color in any notation that `ThemeColor` reads.
    public static func color(_ key: SettingKey) -> Self where Value == ThemeColor { Self(Setting(key)) }

    /// A string.
    public static func string(_ key: SettingKey) -> Self where Value == String { Self(Setting(key)) }

    /// A number.
    public static func number(_ key: SettingKey) -> Self where Value == Double { Self(Setting(key)) }

    /// `true` or `false`.
    public static func boolean(_ key: SettingKey) -> Self where Value == Bool { Self(Setting(key)) }

    /// A URL, absolute or relative.
    public static func url(_ key: SettingKey) -> Self where Value == URL { Self(Setting(key)) }

    /// A font by name and size.
    public static func font(_ key: SettingKey) -> Self where Value == ThemeFont { Self(Setting(key)) }

    /// A size in points.
    public static func size(_ key: SettingKey) -> Self where Value == PointSize { Self(Setting(key)) }

    /// Distances from four edges in points.
    public static func capInsets(_ key: SettingKey) -> Self where Value == CapInsets { Self(Setting(key)) }

    /// An object, merged with those of its parents.
    public static func object(_ key: SettingKey) -> Self where Value == [String: SettingValue] { Self(Setting(key)) }

    /// A setting of any type.
    public static func setting(_ key: SettingKey) -> Self where Value == SettingValue { Self(Setting(key)) }

    /// The image of a logical name, for a screen of that scale.
    public static func image(_ key: ImageKey, scale: Scale) -> Self where Value == Skin.Image {
        Self(source: .image(key, scale)) { try $0.image(key, scale: scale) }
    }

    /// The image that a setting names.
    public static func image(forKey key: SettingKey, at scale: Scale) -> Self where Value == Skin.Image {
        Self(source: .imageForKey(key, scale)) { try $0.image(forKey: key, at: scale) }
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
