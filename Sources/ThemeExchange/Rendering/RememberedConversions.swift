package import ThemeModel
import ThemeSystem

/// The images that programs made in an earlier import, and those that this import needs. Thread-safe.
package final class RememberedConversions: Sendable {
    private let earlier: [ContentDigest: [UInt8]]
    private let current = Lock<[ContentDigest: [UInt8]]>([:])

    package init(_ earlier: [ContentDigest: [UInt8]] = [:]) { self.earlier = earlier }

    /// The images that this import needed, for the next one.
    package var images: [ContentDigest: [UInt8]] { current.withLock(\.self) }

    /// - Parameter key: the digest of all that makes the image.
    func image(_ key: ContentDigest) -> [UInt8]? { earlier[key] }

    func add(_ image: [UInt8], _ key: ContentDigest) { current.withLock { $0[key] = image } }
}
