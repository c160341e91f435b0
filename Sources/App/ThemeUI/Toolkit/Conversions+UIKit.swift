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
        public var uiFont: UIFont { toolkitFont }

        /// The font, larger or smaller as the reader's text size says for a style.
        ///
        /// A label follows a later change of the text size with `adjustsFontForContentSizeCategory`.
        public func uiFont(scaledAs style: UIFont.TextStyle) -> UIFont {
            UIFontMetrics(forTextStyle: style).scaledFont(for: uiFont)
        }
    }

    extension ThemeImage {
        /// The image at its scale, in its own colors also in bars and buttons. A template is in the color of its
        /// setting, or without one in the tint of where it is shown. The image is resizable if the theme has cap insets
        /// for it: the part between them is stretched.
        ///
        /// Cost: the first call for a file reads and decodes it; others take it from ``SharedImage/cache``.
        /// - Throws: as ``cgImage()``; `ThemeError.wrongType` if the insets have another type.
        public func uiImage() throws(ThemeError) -> UIImage {
            let shown = try shownImage()
            var image = UIImage(cgImage: shown.image, scale: CGFloat(scale.factor), orientation: .up)
            if let insets = try capInsets() {
                image = image.resizableImage(withCapInsets: UIEdgeInsets(insets), resizingMode: .stretch)
            }
            return image.withRenderingMode(shown.isMask ? .alwaysTemplate : .alwaysOriginal)
        }
    }

    extension [ThemeImage] {
        /// One image for all scales, smallest first: views choose the one of their screen. `nil` without images.
        func toolkitImage() throws(ThemeError) -> UIImage? {
            guard let largest = last else { return nil }
            #if os(watchOS)
                return try largest.uiImage()
            #else
                let asset = UIImageAsset()
                for image in self { asset.register(try image.uiImage(), with: image.traits) }
                return asset.image(with: largest.traits)
            #endif
        }
    }

    #if !os(watchOS)
        extension ThemeImage {
            fileprivate var traits: UITraitCollection { UITraitCollection(displayScale: CGFloat(scale.factor)) }
        }
    #endif
#endif
