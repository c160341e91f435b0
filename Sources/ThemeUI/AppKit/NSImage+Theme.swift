#if canImport(AppKit) && !canImport(UIKit)
    public import AppKit
    public import ThemeManagement

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
#endif
