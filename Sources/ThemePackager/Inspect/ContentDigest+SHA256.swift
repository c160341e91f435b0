import Crypto
import ThemeModel

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension ContentDigest {
    init(_ digest: SHA256.Digest) { self = digest.withUnsafeBytes { ContentDigest(reading: $0) } }

    init(of bytes: [UInt8]) { self.init(SHA256.hash(data: bytes)) }

    init(of bytes: some DataProtocol) { self.init(SHA256.hash(data: bytes)) }
}
