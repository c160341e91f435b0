#if canImport(UIKit)
    public import ThemeManagement
    public import UIKit

    extension UIColor {
        /// A theme's color in sRGB.
        public convenience init(_ color: ThemeColor) {
            self.init(
                red: CGFloat(color.red) / 255, green: CGFloat(color.green) / 255, blue: CGFloat(color.blue) / 255,
                alpha: CGFloat(color.alpha) / 255)
        }
    }

    extension ThemeFont {
        /// The font of this name and size. If the app has no font of the name, or there is no name, the system's font.
        public var uiFont: UIFont {
            name.flatMap { UIFont(name: $0, size: CGFloat(size)) } ?? .systemFont(ofSize: CGFloat(size))
        }
    }

    extension ThemeImage {
        /// The image at its scale. It is resizable if the theme has cap insets for it: the part between them is
        /// stretched.
        ///
        /// Cost: the first call for a file reads and decodes it; others take it from ``SharedImage/cache``.
        /// - Throws: as ``cgImage()``; `ThemeError.wrongType` if the insets have another type.
        public func uiImage() throws(ThemeError) -> UIImage {
            let image = UIImage(cgImage: try cgImage(), scale: CGFloat(scale.factor), orientation: .up)
            guard let insets = try capInsets() else { return image }
            return image.resizableImage(withCapInsets: UIEdgeInsets(insets), resizingMode: .stretch)
        }
    }

    extension UIEdgeInsets {
        /// The cap insets of an image, in points.
        public init(_ insets: CapInsets) {
            self.init(
                top: CGFloat(insets.top), left: CGFloat(insets.left), bottom: CGFloat(insets.bottom),
                right: CGFloat(insets.right))
        }
    }

    /// Values for UIKit's properties:
    ///
    /// ```swift
    /// try manager.bind(label, \.textColor, to: .uiColor("Color.title"))
    /// try manager.bind(label, \.font, to: .uiFont("Font.title"))
    /// try manager.bind(avatar, \.image, to: .uiImage("common/avatar", scale: .three))
    /// ```
    extension ThemeValue where ThemeType: ThemeStorage {
        /// A color.
        public static func uiColor(_ key: SettingKey) -> Self where Value == UIColor {
            ThemeValue<ThemeType, ThemeColor>.color(key).converted { UIColor($0) }
        }

        /// A color, by a typed key.
        public static func uiColor(_ setting: Setting<ThemeColor>) -> Self where Value == UIColor {
            .uiColor(setting.key)
        }

        /// A font. It replaces the system's font where the theme sets none.
        public static func uiFont(_ key: SettingKey) -> Self where Value == UIFont {
            ThemeValue<ThemeType, ThemeFont>.font(key).converted(\.uiFont)
        }

        /// A font, by a typed key.
        public static func uiFont(_ setting: Setting<ThemeFont>) -> Self where Value == UIFont {
            .uiFont(setting.key)
        }
    }

    extension ThemeValue where ThemeType == Theme, Value == UIImage {
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
