#if canImport(AppKit) && !canImport(UIKit)
    public import AppKit
    public import ThemeManagement

    /// Values for AppKit's properties:
    ///
    /// ```swift
    /// try manager.bind(field, \.textColor, to: .nsColor("Color.title"))
    /// try manager.bind(field, \.font, to: .nsFont("Font.title"))
    /// try manager.bind(avatar, \.image, to: .nsImage("common/avatar"))
    /// ```
    extension ThemeValue where ThemeType: ThemeStorage {
        /// A color.
        public static func nsColor(_ key: SettingKey) -> Self where Value == NSColor {
            .toolkitColor(key)
        }

        /// A color, by a typed key.
        public static func nsColor(_ setting: Setting<ThemeColor>) -> Self where Value == NSColor {
            .nsColor(setting.key)
        }

        /// A font. It replaces the system's font where the theme sets none.
        public static func nsFont(_ key: SettingKey) -> Self where Value == NSFont {
            .toolkitFont(key)
        }

        /// A font, by a typed key.
        public static func nsFont(_ setting: Setting<ThemeFont>) -> Self where Value == NSFont {
            .nsFont(setting.key)
        }
    }

    extension ThemeValue where ThemeType == Theme, Value == NSImage {
        /// The image of a logical name, with a representation for each scale.
        public static func nsImage(_ key: ImageKey) -> Self { .toolkitImage(key) }

        /// The image of a logical name, for a screen of that scale.
        public static func nsImage(_ key: ImageKey, scale: Scale) -> Self {
            ThemeValue<ThemeType, ThemeImage>.image(key, scale: scale).converted { try $0.nsImage() }
        }

        /// The image that a setting names.
        public static func nsImage(forKey key: SettingKey, at scale: Scale) -> Self {
            ThemeValue<ThemeType, ThemeImage>.image(forKey: key, at: scale).converted { try $0.nsImage() }
        }

        /// The image that a setting names, by its typed key.
        public static func nsImage(forKey setting: Setting<String>, at scale: Scale) -> Self {
            .nsImage(forKey: setting.key, at: scale)
        }
    }
#endif
