import ContentHashing
import PackFormat
import ThemeModel
import ThemeProject

extension PackContents {
    /// Sets the reference to the manifest and all offsets. Returns the manifest and the archive's layout.
    mutating func layOut(jobs: Int) -> (manifest: [UInt8], archive: ArchiveLayout) {
        let contents = self
        let (bytes, indexLength) = Workers.both(
            jobs: jobs, { PackManifest.bytes(of: contents) }, { PackIndex.length(of: contents) })
        manifest = DataReference(length: UInt64(bytes.count), digest: ContentDigest(of: bytes))
        return (bytes, setOffsets(indexLength: indexLength))
    }
}

extension PackImage {
    /// Returns images of variants that are sorted by name.
    static func grouping(_ variants: some Sequence<(ImageFile.Variant, PixelSize, DataReference)>) -> [PackImage] {
        var images: [PackImage] = []
        for (variant, size, stored) in variants {
            let packed = PackVariant(scale: variant.scale, size: size, stored: stored)
            if images.last?.name == variant.name {
                images[images.count - 1].variants.append(packed)
            } else {
                images.append(PackImage(name: variant.name, variants: [packed]))
            }
        }
        return images
    }
}
