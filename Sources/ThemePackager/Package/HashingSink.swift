import ThemeModel
import ThemeSystem

/// Passes bytes on, and computes their SHA-256 on another thread.
final class HashingSink: ByteSink {
    private let target: any ByteSink
    private let hasher = BackgroundHasher()

    init(_ target: any ByteSink) { self.target = target }

    func append(_ bytes: [UInt8]) throws(SystemError) {
        hasher.update(bytes)
        try target.append(bytes)
    }

    var digest: ContentDigest { hasher.digest }
}
