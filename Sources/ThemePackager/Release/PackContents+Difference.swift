import PackFormat
import ThemeModel
import ThemeProject

extension PackContents {
    /// Returns the differences from another pack of the theme, in words; empty if both give the same answers. The
    /// offsets of bytes in the packs do not count.
    func differences(from old: PackContents) -> [String] {
        var words: [String] = []
        let (own, other) = (images.flatMap(Self.variants), old.images.flatMap(Self.variants))
        let imageCount = Self.differenceCount(own, other)
        if imageCount > 0 { words.append(imageCount.counting("image")) }
        if settings?.digest != old.settings?.digest { words.append("settings") }
        let resourceCount = Self.differenceCount(
            resources.map { ($0.path.string, $0.stored.digest) },
            old.resources.map { ($0.path.string, $0.stored.digest) })
        if resourceCount > 0 { words.append(resourceCount.counting("resource")) }
        if theme != old.theme { words.append("properties in theme.json") }
        if contract != old.contract { words.append("the defaults that it was verified against") }
        return words
    }

    private static func variants(of image: PackImage) -> [(String, ContentDigest)] {
        image.variants.map { ("\(image.name)\($0.scale)", $0.stored.digest) }
    }

    /// The number of names that only one side has, or that have other contents.
    private static func differenceCount(_ new: [(String, ContentDigest)], _ old: [(String, ContentDigest)]) -> Int {
        var left = Dictionary(old) { first, _ in first }
        var count = 0
        for (name, digest) in new where left.removeValue(forKey: name) != digest { count += 1 }
        return count + left.count
    }
}
