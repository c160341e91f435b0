#if canImport(SwiftUI)
    import Foundation
    public import SwiftUI
    public import ThemeManagement

    extension Color {
        /// A theme's color in sRGB.
        public init(_ color: ThemeColor) {
            self.init(
                .sRGB, red: Double(color.red) / 255, green: Double(color.green) / 255, blue: Double(color.blue) / 255,
                opacity: Double(color.alpha) / 255)
        }

        /// The color of a setting in a theme; the default color if the theme does not set it, or if it is not a color.
        ///
        /// In a view, take ``ThemedColor``, which finds the theme itself.
        public init(_ key: SettingKey, of theme: Theme, default fallback: Color) {
            self = (try? theme.color(key)).map { Color($0) } ?? fallback
        }

        /// The color of a setting in a theme, by its typed key; the default color as for other keys.
        public init(_ setting: Setting<ThemeColor>, of theme: Theme, default fallback: Color) {
            self.init(setting.key, of: theme, default: fallback)
        }
    }

    extension Font {
        /// A theme's font. A named font scales with the reader's text size; the system's font has the theme's size.
        public init(_ font: ThemeFont) {
            self = font.name.map { .custom($0, size: CGFloat(font.size)) } ?? .system(size: CGFloat(font.size))
        }
    }

    extension Image {
        /// A theme's image at its scale and in its own colors, without a label for accessibility. A template is in the
        /// color of its setting, or without one in the foreground style. The image is resizable if the theme has cap
        /// insets for it: the part between them is stretched.
        ///
        /// The inset on the left becomes the leading one, and that on the right the trailing one, as in a layout from
        /// left to right. For layouts from right to left as well, give an image equal insets on both sides.
        ///
        /// Cost: the first call for a file reads and decodes it; others take it from ``SharedImage/cache``.
        /// - Throws: as `ThemeImage.cgImage()`; `ThemeError.wrongType` if the insets have another
        ///   type.
        public init(_ image: ThemeImage) throws(ThemeError) {
            let shown = try image.shownImage()
            self = Image(decorative: shown.image, scale: CGFloat(image.scale.factor))
                .renderingMode(shown.isMask ? .template : .original)
            guard let insets = try image.capInsets() else { return }
            self = resizable(
                capInsets: EdgeInsets(
                    top: CGFloat(insets.top), leading: CGFloat(insets.left), bottom: CGFloat(insets.bottom),
                    trailing: CGFloat(insets.right)),
                resizingMode: .stretch)
        }

        /// The image of a logical name in a theme, where SwiftUI takes nothing but an image, such as in a tab item.
        /// `nil` if the theme has no such image, or if it cannot be read.
        ///
        /// In a view, take ``ThemedImage``, which finds the theme and the scale itself.
        public init?(_ key: ImageKey, of theme: Theme, scale: Scale) {
            guard let image = try? theme.image(key, scale: scale), let shown = try? Image(image) else { return nil }
            self = shown
        }
    }

    extension SystemStyle {
        /// The style of SwiftUI's environment.
        public init(_ scheme: ColorScheme) { self = scheme == .dark ? .dark : .light }
    }
#endif
