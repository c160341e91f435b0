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
#endif
