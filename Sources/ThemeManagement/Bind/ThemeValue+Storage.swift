public import ThemeRuntime

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Settings and images of packs and of any other storage.
///
/// The functions' results do not depend on `Value`, so the compiler infers the type of a mapped value:
/// `manager.bind(label, \.textColor, to: .color("Color.title").map { UIColor($0) })`.
extension ThemeValue where ThemeType: ThemeStorage {
    /// A setting by its typed key.
    public init(_ setting: Setting<Value>) where Value: SettingConvertible {
        self.init(source: .setting(setting.key)) { try $0.value(setting.key, as: Value.self) }
    }

    /// A color.
    public static func color(_ key: SettingKey) -> ThemeValue<ThemeType, ThemeColor> { .init(Setting(key)) }

    /// A string.
    public static func string(_ key: SettingKey) -> ThemeValue<ThemeType, String> { .init(Setting(key)) }

    /// A number.
    public static func number(_ key: SettingKey) -> ThemeValue<ThemeType, Double> { .init(Setting(key)) }

    /// `true` or `false`.
    public static func boolean(_ key: SettingKey) -> ThemeValue<ThemeType, Bool> { .init(Setting(key)) }

    /// A URL, absolute or relative.
    public static func url(_ key: SettingKey) -> ThemeValue<ThemeType, URL> { .init(Setting(key)) }

    /// A font by name and size.
    public static func font(_ key: SettingKey) -> ThemeValue<ThemeType, ThemeFont> { .init(Setting(key)) }

    /// A size in points.
    public static func size(_ key: SettingKey) -> ThemeValue<ThemeType, PointSize> { .init(Setting(key)) }

    /// Distances from four edges in points.
    public static func capInsets(_ key: SettingKey) -> ThemeValue<ThemeType, CapInsets> { .init(Setting(key)) }

    /// An object, merged with those of its parents.
    public static func object(_ key: SettingKey) -> ThemeValue<ThemeType, [String: SettingValue]> {
        .init(Setting(key))
    }

    /// A setting of any type.
    public static func setting(_ key: SettingKey) -> ThemeValue<ThemeType, SettingValue> { .init(Setting(key)) }

    /// An image by its logical name.
    public static func image(_ key: ImageKey, scale: Scale) -> ThemeValue<ThemeType, ThemeType.Image> {
        .init(source: .image(key, scale)) { try $0.image(key, scale: scale) }
    }

    /// The image that a setting names.
    public static func image(forKey key: SettingKey, at scale: Scale) -> ThemeValue<ThemeType, ThemeType.Image> {
        .init(source: .imageForKey(key, scale)) { try $0.image(forKey: key, at: scale) }
    }

    /// The image that a setting names, by its typed key.
    public static func image(
        forKey setting: Setting<String>, at scale: Scale
    ) -> ThemeValue<ThemeType, ThemeType.Image> {
        image(forKey: setting.key, at: scale)
    }

    /// The colors of a control by state, without unset states: `"Button.ThemeMode_Button_NavBarRight.titleColor"`.
    public static func colors(_ key: SettingKey) -> ThemeValue<ThemeType, [ControlState: ThemeColor]> {
        .init(source: .setting(key)) { theme in
            guard let states = try theme.object(key)?.keys.sorted() else { return nil }
            var colors: [ControlState: ThemeColor] = [:]
            for state in states { colors[ControlState(rawValue: state)] = try theme.color(key.appending(state)) }
            return colors
        }
    }
}
