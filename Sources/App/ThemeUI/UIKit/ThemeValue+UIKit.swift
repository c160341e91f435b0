#if canImport(UIKit)
    public import ThemeManagement
    public import UIKit

    /// Values for UIKit's properties:
    ///
    /// ```swift
    /// try manager.bind(label, \.textColor, to: .uiColor("Color.title"))
    /// try manager.bind(label, \.font, to: .uiFont("Font.title"))
    /// try manager.bind(avatar, \.image, to: .uiImage("common/avatar"))
    /// ```
    extension ThemeValue where ThemeType: ThemeStorage {
        /// A color.
        public static func uiColor(_ key: SettingKey) -> Self where Value == UIColor {
            .toolkitColor(key)
        }

        /// A color, by a typed key.
        public static func uiColor(_ setting: Setting<ThemeColor>) -> Self where Value == UIColor {
            .uiColor(setting.key)
        }

        /// A font. It replaces the system's font where the theme sets none.
        public static func uiFont(_ key: SettingKey) -> Self where Value == UIFont {
            .toolkitFont(key)
        }

        /// A font, larger or smaller as the reader's text size says for a style. Each call makes a separate value.
        public static func uiFont(_ key: SettingKey, scaledAs style: UIFont.TextStyle) -> Self where Value == UIFont {
            ThemeValue<ThemeType, ThemeFont>.font(key).map { $0.uiFont(scaledAs: style) }
        }

        /// A font, by a typed key.
        public static func uiFont(_ setting: Setting<ThemeFont>) -> Self where Value == UIFont {
            .uiFont(setting.key)
        }
    }

    extension ThemeValue where ThemeType == Theme, Value == UIImage {
        /// The image of a logical name. Views choose the scale of their screen, also after a move to another one.
        public static func uiImage(_ key: ImageKey) -> Self { .toolkitImage(key) }

        /// The image of a logical name, for a screen of that scale.
        public static func uiImage(_ key: ImageKey, scale: Scale) -> Self {
            ThemeValue<ThemeType, ThemeImage>.image(key, scale: scale).converted { try $0.uiImage() }
        }

        /// The image that a setting names.
        public static func uiImage(forKey key: SettingKey, at scale: Scale) -> Self {
            ThemeValue<ThemeType, ThemeImage>.image(forKey: key, at: scale).converted { try $0.uiImage() }
        }

        /// The image that a setting names, by its typed key.
        public static func uiImage(forKey setting: Setting<String>, at scale: Scale) -> Self {
            .uiImage(forKey: setting.key, at: scale)
        }
    }
#endif
