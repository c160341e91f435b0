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
#endif
