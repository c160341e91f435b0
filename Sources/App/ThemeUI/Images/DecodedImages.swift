import ThemeSystem
public import ThemeModel

/// Decoded images by the digests of their files, within a limit. Any thread can use it.
///
/// Themes that share an image share its decoded form. The images that were used least recently are dropped first.
///
/// ```swift
/// let bitmaps = DecodedImages<Bitmap>(limit: 16 << 20)
/// if let image = try theme.image("common/avatar", scale: .two) {
///     let bitmap = try bitmaps.image(of: image.digest) { try Bitmap(png: image.bytes()) }
///     print(bitmap.byteCount, bitmaps.count)
/// }
/// ```
public final class DecodedImages<Image: DecodedImage>: Sendable {
    private let state: Lock<RecentImages<Image>>

    /// Creates an empty cache.
    ///
    /// - Parameter limit: the number of bytes that all images together may have.
    public init(limit: Int) { state = Lock(RecentImages(limit: limit)) }

    // Images are released outside the lock, because that may call foreign code.

    /// The number of bytes that all images together may have. A lower limit drops images at once.
    public var limit: Int {
        get { state.withLock(\.limit) }
        set {
            _ = state.withLock { images in
                images.limit = newValue
                return images.dropOldest()
            }
        }
    }

    /// The number of bytes that all images together have.
    public var byteCount: Int { state.withLock(\.byteCount) }

    /// The number of images.
    public var count: Int { state.withLock(\.count) }

    /// Returns the image of a digest. Decodes it if the cache does not have it.
    ///
    /// If two threads ask for a new image at the same time, both decode it, and both get the same result. An image that
    /// is larger than the limit is returned and not kept.
    /// - Parameters:
    ///   - digest: of the file.
    ///   - decode: decodes the bytes that have the digest. It may use this cache.
    /// - Throws: the errors of `decode`.
    public func image<Failure: Error>(
        of digest: ContentDigest, decode: () throws(Failure) -> Image
    ) throws(Failure) -> Image {
        if let known = state.withLock({ $0.use(digest) }) { return known }
        let new = try decode()
        return state.withLock { $0.add(new, digest) }.kept
    }

    /// Drops all images.
    public func removeAll() { _ = state.withLock { $0.dropAll() } }
}

/// An image in the form in which it is drawn.
public protocol DecodedImage: Sendable {
    /// The number of bytes in memory.
    var byteCount: Int { get }
}
