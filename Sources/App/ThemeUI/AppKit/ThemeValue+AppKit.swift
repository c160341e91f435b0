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

        /// A font. It replaces the system's font where the theme sets none.
        public static func nsFont(_ key: SettingKey) -> Self where Value == NSFont {
            .toolkitFont(key)
        }
    }

    extension ThemeValue where ThemeType == Theme, Value == NSImage {
        /// The image of a logical name, with a representation for each scale.
        public static func nsImage(_ key: ImageKey) -> Self { .toolkitImage(key) }
    }
#endif
