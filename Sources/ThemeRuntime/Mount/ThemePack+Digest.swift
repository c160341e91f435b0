public import ThemeModel
import PackFormat

/// The digest of a pack. A class, so that it can be stored atomically.
final class PackDigest: Sendable {
    let value: ContentDigest

    init(_ value: ContentDigest) { self.value = value }
}

extension ThemePack {
    /// Identifies the pack's contents: packs with equal digests give the same answers.
    ///
    /// It is the SHA-256 of the index, which contains the theme's properties, and the name, place and SHA-256 of every
    /// image, resource and setting. It does not depend on the machine, the path or the time of the build.
    ///
    /// Cost: SHA-256 over the index at the first call, about 150 bytes for each image and scale.
    public var digest: ContentDigest {
        if let known = storedDigest.object { return known.value }
        let index = memory.bytes[PackIndex.start..<PackIndex.start + index.length]
        return storedDigest.storeIfNil(PackDigest(ContentDigest(of: UnsafeRawBufferPointer(rebasing: index)))).value
    }
}
