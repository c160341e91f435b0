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

        /// A font. It replaces the system's font where the theme sets none.
        public static func uiFont(_ key: SettingKey) -> Self where Value == UIFont {
            .toolkitFont(key)
        }

        /// A font, larger or smaller as the reader's text size says for a style. Each call makes a separate value.
        public static func uiFont(_ key: SettingKey, scaledAs style: UIFont.TextStyle) -> Self where Value == UIFont {
            ThemeValue<ThemeType, ThemeFont>.font(key).map { $0.uiFont(scaledAs: style) }
        }
    }

    extension ThemeValue where ThemeType == Theme, Value == UIImage {
        /// The image of a logical name. Views choose the scale of their screen, also after a move to another one.
        public static func uiImage(_ key: ImageKey) -> Self { .toolkitImage(key) }
    }
#endif
