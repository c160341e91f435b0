// This module shows themes in Apple's toolkits. Values of a theme come in: the bytes of an image, colors, fonts.
// Objects of UIKit, AppKit and SwiftUI come out, and bindings that set them at each change of the theme.
// `DecodedImages` caches decoded images by digest, for any platform. Below, a `ThemeImage` becomes a `CGImage`, from
// one cache for the whole process. The values of the three toolkits are made from it, or from settings, and
// ThemeManagement binds them. Three things hold: files with the same bytes share one decoded image; every toolkit shows
// an image alike, with its scale, its cap insets and its color as a template; and the system decodes only a copy of the
// bytes, because the file of a mapped pack can be overwritten. A file compiles where its toolkit exists, on Linux the
// cache alone.

#if canImport(CoreGraphics) && canImport(ImageIO)
    import CoreFoundation
    public import CoreGraphics
    import ImageIO
    public import ThemeManagement

    /// A decoded image that every view of the process shares.
    ///
    /// `@unchecked Sendable`: a `CGImage` does not change after it is made.
    public struct SharedImage: DecodedImage, @unchecked Sendable {
        /// The image in pixels, without a scale.
        public let cgImage: CGImage

        /// The number of bytes of its pixels.
        public var byteCount: Int { cgImage.bytesPerRow * cgImage.height }

        /// The decoded images of this process, at most 64 MB. They are dropped when the system is short of memory.
        ///
        /// ```swift
        /// SharedImage.cache.limit = 16 << 20
        /// ```
        public static let cache: DecodedImages<SharedImage> = {
            let cache = DecodedImages<SharedImage>(limit: 64 << 20)
            MemoryWarning.observe { [weak cache] in cache?.removeAll() }
            return cache
        }()
    }

    extension ThemeImage {
        /// The image in pixels, from ``SharedImage/cache``. The system decodes the pixels when it draws them first.
        ///
        /// - Throws: `ThemeError.damaged` if the bytes are not the packed ones, or if the system cannot read them.
        public func cgImage() throws(ThemeError) -> CGImage {
            try SharedImage.cache.image(of: digest) { () throws(ThemeError) in
                // A copy, because the system may read it later, when the file of a mapped pack was overwritten.
                let copy = try bytes().withUnsafeBytes { bytes in
                    CFDataCreate(nil, bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count)
                }
                guard let copy, let source = CGImageSourceCreateWithData(copy, nil),
                    let image = CGImageSourceCreateImageAtIndex(source, 0, nil)
                else {
                    throw .damaged(path: origin.pack, entry: origin.entry, reason: "the system cannot decode the image")
                }
                return SharedImage(cgImage: image)
            }.cgImage
        }

        /// The image as a toolkit shows it, and whether it is a mask, which the toolkit draws in the color of where it
        /// is shown. A mask with a color of its own is drawn in that color here, so that every toolkit shows it alike.
        ///
        /// Cost: ``cgImage()``; a mask with a color is drawn at each call.
        /// - Throws: as ``cgImage()`` and `ThemeImage.rendering`.
        func shownImage() throws(ThemeError) -> (image: CGImage, isMask: Bool) {
            let image = try cgImage()
            switch try rendering {
            case .original: return (image, false)
            case .template(nil): return (image, true)
            case .template(let color?):
                guard let drawn = image.filled(with: color) else {
                    throw .damaged(path: origin.pack, entry: origin.entry, reason: "the system cannot draw the mask")
                }
                return (drawn, false)
            }
        }
    }

    extension CGImage {
        /// Returns an image of one color with the alpha of this one. `nil` if there is too little memory.
        fileprivate func filled(with color: ThemeColor) -> CGImage? {
            guard let space = CGColorSpace(name: CGColorSpace.sRGB),
                let context = CGContext(
                    data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0, space: space,
                    bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
            else { return nil }
            let area = CGRect(x: 0, y: 0, width: CGFloat(width), height: CGFloat(height))
            context.draw(self, in: area)
            context.setBlendMode(.sourceIn)
            context.setFillColor(
                red: CGFloat(color.red) / 255, green: CGFloat(color.green) / 255, blue: CGFloat(color.blue) / 255,
                alpha: CGFloat(color.alpha) / 255)
            context.fill(area)
            return context.makeImage()
        }
    }
#endif
