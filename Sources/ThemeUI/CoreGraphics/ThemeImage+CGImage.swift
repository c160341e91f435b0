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
    }
#endif
