import Crypto
import ThemeModel

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension ContentDigest {
    init(of bytes: [UInt8]) {
        self = SHA256.hash(data: bytes).withUnsafeBytes { ContentDigest(reading: $0) }
    }

    /// Computes the SHA-256 of bytes that are not in an array, such as a mapped file.
    init(of bytes: some DataProtocol) {
        self = SHA256.hash(data: bytes).withUnsafeBytes { ContentDigest(reading: $0) }
    }
}
