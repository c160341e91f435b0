import PackFormat
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
        grouping(variants.lazy.map { ($0.0.name, PackVariant(scale: $0.0.scale, size: $0.1, stored: $0.2)) })
    }
}
