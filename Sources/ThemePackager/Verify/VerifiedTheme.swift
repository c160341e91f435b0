import Crypto
import Foundation
import Synchronization
public import ThemeModel

/// A theme in which verification found no error: the only thing that can be packaged.
public struct VerifiedTheme: Sendable {
    /// What the theme says of itself.
    public let manifest: ThemeManifest
    /// The theme's own settings; `nil` if it has none.
    public let settings: SettingValue?
    /// Tells the defaults that it was verified against.
    public let contract: ContentDigest
    /// In the order of names and scales.
    let images: [Image]
    /// In the order of paths.
    let resources: [Resource]
    let trees: ImageTrees

    struct Image: Sendable {
        let file: ImageFile
        let size: PixelSize
        let content: VerifiedBytes
    }

    struct Resource: Sendable {
        let path: PortablePath
        let content: VerifiedBytes
        /// Where it was read.
        let location: String
    }
}

/// Bytes that were verified, and the promise that no others are packed.
struct VerifiedBytes: Sendable {
    let length: Int
    let digest: ContentDigest
    /// `nil` if they have to be read again.
    let kept: [UInt8]?

    /// - Parameter budget: decides whether the bytes stay in memory or are read again when they are needed.
    init(_ bytes: [UInt8], keeping budget: MemoryBudget) {
        length = bytes.count
        digest = ContentDigest(of: bytes)
        kept = budget.take(bytes.count) ? bytes : nil
    }

    /// Bytes that were verified earlier, and that are not at hand.
    init(length: Int, digest: ContentDigest) { (self.length, self.digest, kept) = (length, digest, nil) }

    var isKept: Bool { kept != nil }

    /// The bytes that were verified.
    ///
    /// - Parameter location: where they were read; not looked at if they are kept.
    /// - Throws: ``FileProblem/changed`` if the file has others by now.
    func bytes(at location: String, from fileSystem: any FileSystem) throws(FileProblem) -> [UInt8] {
        if let kept { return kept }
        let contents: FileContents
        do {
            contents = try fileSystem.read(location, first: nil, limit: length)
        } catch .tooLarge {
            throw .changed
        }
        guard ContentDigest(of: contents.bytes) == digest else { throw .changed }
        return contents.bytes
    }
}

/// How much may be kept in memory, for all threads together.
final class MemoryBudget: Sendable {
    /// Holds the themes that are usual. What goes beyond is read twice.
    static let usual = 48 << 20

    /// What verification holds of an image takes so many bytes, whatever is kept of its own.
    static let perImage = 200

    private let left: Atomic<Int>

    init(_ bytes: Int) { left = Atomic(bytes) }

    func take(_ bytes: Int) -> Bool {
        if left.subtract(bytes, ordering: .relaxed).newValue >= 0 { return true }
        give(back: bytes)
        return false
    }

    /// Leaves less for the bytes of images the more of them there are.
    func charge(imageCount: Int) { left.subtract(imageCount * Self.perImage, ordering: .relaxed) }

    func give(back bytes: Int) { left.add(bytes, ordering: .relaxed) }
}

extension ContentDigest {
    /// The digest of bytes in memory, by swift-crypto.
    init(of bytes: [UInt8]) {
        self = SHA256.hash(data: bytes).withUnsafeBytes { ContentDigest(reading: $0) }
    }
}

extension ContentDigest {
    /// The digest of bytes wherever they lie, a mapped file for one.
    init(of bytes: some DataProtocol) {
        self = SHA256.hash(data: bytes).withUnsafeBytes { ContentDigest(reading: $0) }
    }
}
