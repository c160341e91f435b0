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
        public var nsFont: NSFont { toolkitFont }
    }

    extension ThemeImage {
        /// A new image in its own colors, whose size is in points. A template is in the color of its setting, or
        /// without one in the color of where it is shown. If the theme has cap insets for it, the part between them is
        /// stretched.
        ///
        /// Cost: the first call for a file reads and decodes it; others take it from ``SharedImage/cache``.
        /// - Throws: as ``cgImage()``; `ThemeError.wrongType` if the insets have another type.
        public func nsImage() throws(ThemeError) -> NSImage { try [self].image(of: self) }
    }

    extension [ThemeImage] {
        /// A new image with a representation for each scale, smallest first. `nil` without images.
        func toolkitImage() throws(ThemeError) -> NSImage? {
            guard let largest = last else { return nil }
            return try image(of: largest)
        }

        fileprivate func image(of largest: ThemeImage) throws(ThemeError) -> NSImage {
            let points = largest.pointSize
            let image = NSImage(size: NSSize(width: CGFloat(points.width), height: CGFloat(points.height)))
            for variant in self {
                let shown = try variant.shownImage()
                let representation = NSBitmapImageRep(cgImage: shown.image)
                image.isTemplate = shown.isMask
                // All have the size of the image, so AppKit chooses by the number of pixels.
                representation.size = image.size
                image.addRepresentation(representation)
            }
            if let insets = try largest.capInsets() {
                image.capInsets = NSEdgeInsets(insets)
                image.resizingMode = .stretch
            }
            return image
        }
    }

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
