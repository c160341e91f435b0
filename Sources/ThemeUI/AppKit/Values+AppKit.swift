#if canImport(AppKit) && !canImport(UIKit)
    public import AppKit
    public import ThemeManagement

    extension NSColor {
        /// A theme's color in sRGB.
        public convenience init(_ color: ThemeColor) {
            self.init(
                srgbRed: CGFloat(color.red) / 255, green: CGFloat(color.green) / 255, blue: CGFloat(color.blue) / 255,
                alpha: CGFloat(color.alpha) / 255)
        }
    }

    extension ThemeFont {
        /// The font of this name and size. If the app has no font of the name, or there is no name, the system's font.
        public var nsFont: NSFont {
            name.flatMap { NSFont(name: $0, size: CGFloat(size)) } ?? .systemFont(ofSize: CGFloat(size))
        }
    }

    extension ThemeImage {
        /// A new image whose size is in points. If the theme has cap insets for it, the part between them is stretched.
        ///
        /// Cost: the first call for a file reads and decodes it; others take it from ``SharedImage/cache``.
        /// - Throws: as ``cgImage()``; `ThemeError.wrongType` if the insets have another type.
        public func nsImage() throws(ThemeError) -> NSImage {
            let size = pointSize
            let image = NSImage(
                cgImage: try cgImage(), size: NSSize(width: CGFloat(size.width), height: CGFloat(size.height)))
            if let insets = try capInsets() {
                image.capInsets = NSEdgeInsets(insets)
                image.resizingMode = .stretch
            }
            return image
        }
    }

    extension NSEdgeInsets {
        /// The cap insets of an image, in points.
        public init(_ insets: CapInsets) {
            self.init(
                top: CGFloat(insets.top), left: CGFloat(insets.left), bottom: CGFloat(insets.bottom),
                right: CGFloat(insets.right))
        }
    }

    /// Values for AppKit's properties:
    ///
    /// ```swift
    /// try manager.bind(field, \.textColor, to: .nsColor("Color.title"))
    /// try manager.bind(field, \.font, to: .nsFont("Font.title"))
    /// try manager.bind(avatar, \.image, to: .nsImage("common/avatar", scale: .two))
    /// ```
    extension ThemeValue where ThemeType: ThemeStorage {
        /// A color.
        public static func nsColor(_ key: SettingKey) -> Self where Value == NSColor {
            ThemeValue<ThemeType, ThemeColor>.color(key).converted { NSColor($0) }
        }

        /// A color, by a typed key.
        public static func nsColor(_ setting: Setting<ThemeColor>) -> Self where Value == NSColor {
            .nsColor(setting.key)
        }

        /// A font. It replaces the system's font where the theme sets none.
        public static func nsFont(_ key: SettingKey) -> Self where Value == NSFont {
            ThemeValue<ThemeType, ThemeFont>.font(key).converted(\.nsFont)
        }

        /// A font, by a typed key.
        public static func nsFont(_ setting: Setting<ThemeFont>) -> Self where Value == NSFont {
            .nsFont(setting.key)
        }
    }

    extension ThemeValue where ThemeType == Theme, Value == NSImage {
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
