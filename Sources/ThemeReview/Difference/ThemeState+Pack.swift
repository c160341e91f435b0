import ThemeModel
import PackFormat
import ThemePackager
package import ThemeProject

extension ThemeState {
    /// Reads the index and the settings of a pack. Its images are read when they are compared.
    package init(ofPack path: String, label: String, limits: ProjectLimits) throws(UserError) {
        let file = try PackReader.map(path)
        let (contents, settings, _) = try PackReader.contents(of: file, at: path, limits: limits)
        var images: [StoredImage] = []
        var references: [DataReference] = []
        for image in contents.images {
            for variant in image.variants {
                images.append(
                    StoredImage(
                        name: image.name, scale: variant.scale, number: images.count,
                        path: contents.path(of: image.name, at: variant.scale), size: variant.size,
                        byteCount: Int(variant.stored.length), digest: variant.stored.digest))
                references.append(variant.stored)
            }
        }
        self.init(
            label: label, theme: contents.theme, settings: settings, images: images,
            resources: contents.resources.map {
                StoredResource(path: $0.path, byteCount: Int($0.stored.length), digest: $0.stored.digest)
            },
            contract: contents.contract, errorCount: 0, limits: limits
        ) { [references] number throws(ImageError) in
            let bytes = file.withBytes { Array(references[number].slice(of: $0)) }
            guard ContentDigest(of: bytes) == references[number].digest else {
                throw ImageError(
                    .packContents, "has a SHA-256 that differs from the index", hint: "build the pack again")
            }
            return bytes
        }
    }
}
