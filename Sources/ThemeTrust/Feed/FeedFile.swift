public import ThemeModel

/// A file that a feed lists: a pack or a delta. Its address contains its digest, so its bytes never change.
public struct FeedFile: Hashable, Sendable {
    /// The numbers of bytes that a file can have.
    public static let byteCounts: ClosedRange<Int64> = 1...4_294_967_294
    /// The SHA-256 of the file.
    public let digest: ContentDigest
    /// The number of bytes.
    public let byteCount: Int64

    /// Creates a file; `nil` unless its size is one of ``byteCounts``.
    public init?(digest: ContentDigest, byteCount: Int64) {
        guard Self.byteCounts.contains(byteCount) else { return nil }
        self.digest = digest
        self.byteCount = byteCount
    }

    /// The path relative to the feed's folder: `sha256/` and 64 hexadecimal digits.
    public var address: String { Self.address(of: digest) }

    /// Returns the path of the file with this SHA-256.
    public static func address(of digest: ContentDigest) -> String { "sha256/\(digest)" }
}
