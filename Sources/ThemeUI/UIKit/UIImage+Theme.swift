#if canImport(UIKit)
    public import ThemeManagement
    public import UIKit

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
#endif
