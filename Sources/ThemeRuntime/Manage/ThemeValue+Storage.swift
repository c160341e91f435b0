public import Foundation
public import ThemeModel

/// The nine kinds of settings, and images, of packs and of every other storage.
extension ThemeValue where Skin: ThemeStorage {
    /// A colour in any notation that ``Colour`` reads.
    public static func colour(_ key: SettingKey) -> Self where Value == Colour {
        Self(source: .setting(key)) { try $0.colour(key) }
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

    /// An object, with what its parents set merged into it.
    public static func object(_ key: SettingKey) -> Self where Value == [String: SettingValue] {
        Self(source: .setting(key)) { try $0.object(key) }
    }

    /// Whatever stands there.
    public static func setting(_ key: SettingKey) -> Self where Value == SettingValue {
        Self(source: .setting(key)) { try $0.value(key) }
    }

    /// The picture of a logical name, at the scale of the screen that it is for.
    public static func image(_ key: ImageKey, scale: Scale) -> Self where Value == Skin.Image {
        Self(source: .image(key, scale)) { try $0.image(key, scale: scale) }
    }

    /// The picture that a setting names.
    public static func image(forKey key: SettingKey, scale: Scale) -> Self where Value == Skin.Image {
        Self(source: .imageForKey(key, scale)) { try $0.image(forKey: key, scale: scale) }
    }

    /// The colours of a control by state, those that are set: `"Button.ThemeMode_Button_NavBarRight.titleColor"`.
    public static func colours(_ key: SettingKey) -> Self where Value == [ControlState: Colour] {
        Self(source: .setting(key)) { theme in
            guard let states = try theme.object(key)?.keys.sorted() else { return nil }
            var colours: [ControlState: Colour] = [:]
            for state in states { colours[ControlState(rawValue: state)] = try theme.colour(key.appending(state)) }
            return colours
        }
    }
}
